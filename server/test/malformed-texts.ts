/** Texts of post files: front matter that is refused, files that are, and odd ones that are fine. */

const RUNS_CODE = 'globalThis.gapCodeRan = true'

/** YAML that makes a post unusable when it stands between the fences. */
export function brokenFrontMatter(): string[] {
  return [...BROKEN_YAML, ...CODE, ...bombs(), ...wrongShapes(), ...badDates(), ...badLinks()]
}

const BROKEN_YAML = [
  'title: [',
  'title: [a, b',
  'title: {a: b',
  'title: "open',
  "title: 'open",
  'title: a: b',
  'title: a\n  tags: b: c',
  'title: b\n- c',
  '\ttitle: a',
  'tags:\n\t- a',
  'tags:\n  - a\n - b',
  'title: @a',
  'title: `a`',
  'title: %a',
  'title: "\\q"',
  'title: "\\u12"',
  'title: ]',
  'title: }',
  'title: *missing',
  'title: |\n  a\n b',
  'title: |x\n  a',
  '? [a]\n: b',
  'title: a\ntitle: b',
  'title: a\n"title": b',
  "title: a\n'title': b",
  'nested: {a: 1, a: 2}',
  'nested:\n  a: 1\n  a: 2',
  'title: a\n<<<<<<< HEAD\ntags: [a]\n=======\ntags: [b]\n>>>>>>> theirs',
  '<<<<<<< HEAD\n=======\n>>>>>>> x',
  'just words',
  '42',
  'true',
  '"text"',
  '- a\n- b',
  '[a, b]',
  '- title: a',
  '|\n  text',
  'title: a\n...\nb: c',
  '%YAML 9.9',
  'title\n: a',
  'title: a\n\u0001: b',
  'title: "a\u0007"',
  '!!set {a}',
  '!!omap [a: b]',
  'title: !<tag:example.org,2026:x> a',
  'title: !local a',
  'tags: !!binary aGVsbG8=',
  'date: !!timestamp 2026-11-20',
]

const CODE = [
  `title: !!js/function "function () { ${RUNS_CODE} }"`,
  `title: !!js/regexp /a/`,
  `title: !!js/undefined ''`,
  `title: !!js/eval "${RUNS_CODE}"`,
  `title: !!python/object/apply:os.system ["true"]`,
  `title: !ruby/object:Gem::Installer {}`,
  `toString: !!js/function "function () { ${RUNS_CODE} }"`,
]

function bombs(): string[] {
  const nested = (open: string, close: string, depth: number) =>
    `a: ${open.repeat(depth)}${close.repeat(depth)}`
  const levels = Array.from({ length: 9 }, (_, n) =>
    n === 0
      ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
      : `a${n}: &a${n} [${Array(9)
          .fill(`*a${n - 1}`)
          .join(', ')}]`,
  )
  return [
    levels.join('\n'),
    'a: &a [*a]',
    'a: &a {b: *a}',
    'a: &a x\nb: *a',
    'base: &base {title: A}\n<<: *base',
    ...[30, 100, 1000, 7000].flatMap((depth) => [
      nested('[', ']', depth),
      nested('{a: ', '}', Math.min(depth, 3000)),
      `a: ${'['.repeat(depth)}`,
      `a:\n  ${'- '.repeat(depth)}x`,
    ]),
    Array.from({ length: 50_000 }, (_, n) => `key${n}: value`).join('\n'),
    Array.from({ length: 5_000 }, () => 'same: value').join('\n'),
    `title: ${'a'.repeat(20_000)}`,
    `${'# comment\n'.repeat(5_000)}title: a`,
    `title: ${'a'.repeat(301)}`,
    `${'k'.repeat(5_000)}: a`.repeat(4),
  ]
}

function wrongShapes(): string[] {
  const shapes = ['[a, b]', '{a: b}', '[[a]]', '[{a: b}]']
  const texts = ['title', 'date', 'updated', 'url', 'description', 'project', 'created_at', 'draft']
  return [
    ...texts.flatMap((key) => shapes.map((shape) => `${key}: ${shape}`)),
    ...['tags', 'categories', 'aliases'].flatMap((key) =>
      ['{a: b}', '[[a]]', '[{a: b}]'].map((shape) => `${key}: ${shape}`),
    ),
    ...['maybe', 'ja', '2', 'truee', '"  "'].map((flag) => `draft: ${flag}`),
  ]
}

function badDates(): string[] {
  const dates = [
    ...['2026-13-45', '2026-02-30', '2025-02-29', '2026-00-10', '2026-01-00', '26-01-01'],
    ...['yesterday', '0', '-1', '1e9', '12:30', '2026', '2026-11', '2026-11-20T', 'NaN', '.inf'],
    ...['2026-11-20T25:00', '2026-11-20T10:60', '2026-11-20T10:00:61', '2026-11-20T10:00+25:00'],
    ...[
      '2026-11-20T10:00+01:99',
      '2026-W47-5',
      '2026-11-20 10:00 CET',
      '99999-01-01',
      '+002026-01-01',
      '0000-12-31',
      '9999-01-01',
    ],
  ]
  return [
    ...dates.map((date) => `date: ${date}`),
    ...dates.slice(0, 8).map((date) => `pubDate: "${date}"`),
    ...dates.slice(0, 8).map((date) => `date: 2026-01-01\nlastmod: ${date}`),
  ]
}

function badLinks(): string[] {
  const addresses = [
    ...['', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x'],
    ...['file:///etc/passwd', 'ftp://example.org/', '//example.org/', '/about', 'example.org'],
    ...['http://', 'https:///x', 'http://[::1', 'https://exa mple.org/', 'http:example.org'],
    `https://example.org/${'a'.repeat(2048)}`,
  ]
  return addresses.map((address) => `type: link\nurl: ${JSON.stringify(address)}`)
}

/** Files that are refused before their front matter is read, or for want of any. */
export function brokenTexts(): (string | Buffer)[] {
  const engines = ['js', 'javascript', 'JS', 'JavaScript', 'coffee', 'cson', 'json', 'toml', 'yaml']
  const utf8 = Buffer.from('---\ntitle: A\n---\n\nText ')
  const invalid = [
    [0xff],
    [0xfe, 0xff],
    [0x80],
    [0xc3],
    [0xc0, 0xaf],
    [0xe2, 0x82],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
  ]
  return [
    ...engines.map((name) => `---${name}\n${RUNS_CODE}\n---\n\nText\n`),
    `--- js\n${RUNS_CODE}\n---\n`,
    `---\tjavascript \n({ title: (${RUNS_CODE}, 'x') })\n---\n`,
    `----js\n${RUNS_CODE}\n---\n`,
    '---',
    '---\n',
    '---\ntitle: A\n',
    '---\ntitle: A\n\nText without an end\n',
    '---\ntitle: A\n--\n',
    '---\ntitle: A\n----\n',
    '---\ntitle: A\n--- x\n',
    '---\ntitle: A\n ---\n',
    '{"title": "A"}\n',
    '\u2028---\u2028title: A\u2028---\n',
    '---\ntitle: A\0\n---\n',
    '---\ntitle: A\n---\n\nText\0more\n',
    '\0',
    ...invalid.map((bytes) => Buffer.concat([utf8, Buffer.from(bytes)])),
    Buffer.concat([Buffer.from('---\ntitle: '), Buffer.from([0xe9]), Buffer.from('\n---\n')]),
    Buffer.from('\ufeff---\ntitle: A\n---\n', 'utf16le'),
    Buffer.from('---\ntitle: A\n---\n', 'utf16le'),
    Buffer.alloc(10_000, 0xff),
  ]
}

/** Files that look wrong and are to be served. */
export function oddButGood(): (string | Buffer)[] {
  return [
    '',
    '\n\n\n',
    '\ufeff---\ntitle: With a mark\n---\n\nText\n',
    '\ufeff',
    '---\r\ntitle: Windows\r\ntags: [a, b]\r\n---\r\n\r\nText\r\n',
    '---\rtitle: Old Mac\r---\rText\r',
    '---   \ntitle: Spaces after the dashes\n---\t\n\nText\n',
    '---\n---\n',
    '---\n---',
    '---\n# nothing but a comment\n---\n\nText\n',
    '-----\n\nA thematic break first.\n',
    '***\n\nAnother.\n',
    '{{< shortcode >}}\n',
    '---\ntitle: 0123\ndate: 2026-11-20\n---\n',
    '---\ntitle: 1e3\n---\n',
    '---\ntitle: "- not a list"\n---\n',
    '---\n__proto__: {admin: true}\nconstructor: x\ntitle: Prototype\n---\n',
    '---\ntitle: Unknown keys\nlayout: post\nparams: {a: [1, {b: c}]}\n---\n',
    '---\ntype: page\ntitle: Unknown type\n---\n',
    '---\ndate: 2026-11-20 10:00:00 +0100\ntitle: Jekyll\ncategories: one\n---\n',
    '---\ntitle: &anchor Anchored, used by nobody\n---\n',
    `---\ntitle: Code in the text\n---\n\n---js\n${RUNS_CODE}\n---\n`,
    `${'> '.repeat(5_000)}deep\n`,
    `${']'.repeat(50_000)}\n`,
    `${'*a_ '.repeat(20_000)}\n`,
    'a'.repeat(1024 * 1024),
  ]
}
