/** What requests of any kind are put together from. */

export const METHODS = 'GET GET GET HEAD POST PUT PATCH DELETE OPTIONS TRACE'.split(' ')
export const PLACES = (
  '/ /essays /short-posts /stats /projects /search /post/ /feed.xml /feed.json /og/ ' +
  '/assets/ /media/ /admin /admin/blog /resources/ /streak.svg /deadlines.ics ' +
  '/api/posts /api/posts/ /api/posts/by-id/ /api/posts/public /api/posts/public/essay ' +
  '/api/posts/heatmap /api/posts/tags /api/posts/tags/reset /api/posts/preview ' +
  '/api/posts/admin /api/posts/deleted /api/deadline-projects /api/deadline-projects/ ' +
  '/api/history /api/history/ /api/search /api/status /api/auth/login /api/auth/logout ' +
  '/api/git/webhook /api/media /api/openapi.json /healthz'
).split(' ')
export const ODD = [
  '..',
  '%2e%2e',
  '%2f',
  '%00',
  '%',
  '%ff%fe',
  '\\',
  '//',
  ';',
  'constructor',
  '__proto__',
  '.git',
  'é'.repeat(3),
  'a'.repeat(3_000),
  '<script>',
  "' or 1=1",
  '%0d%0aX: y',
  '.png',
]
export const QUERIES = [
  'limit=5',
  'limit=-1',
  'limit=1e9',
  'cursor=zz',
  'q=water',
  'q=%F0%9F%98%80',
  `q=${'a+'.repeat(200)}`,
  'tag=Writing&tag=zz',
  'view=summary',
  'from=2026-13-45',
  'from=0001-01-01&to=9999-12-31',
  'post=zz',
  'range=year',
  '__proto__=1',
  'tag[]=a',
  '%=&&==',
]
export const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"title":"T","content":"C"}',
  '{"password":"wrong wrong"}',
  '{"password":5}',
  '{"__proto__":{"a":1}}',
  `{"content":${JSON.stringify('*a_'.repeat(2_000))}}`,
  `${'['.repeat(2_000)}`,
  '\u0000\u0001',
  '{"title":"\\ud800","content":"x","tags":[1,{}]}',
]
/** Bytes that are no request, or one that no client sends. */
export const GARBAGE = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
  'POST /api/posts HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n',
  'POST /api/posts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  '\u0016\u0003\u0001 a TLS hello',
  'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET http://evil.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
]
