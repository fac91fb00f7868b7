/** Time stamps of finished days, as a running server asks for them, and as OpenSSL checks them. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { SiteStatus } from '#domain/answers/admin-answers.ts'
import type { RecordMeta } from '#domain/answers/public-answers.ts'
import { imprintOf } from '../content/formats/time-stamp.ts'
import { makeFolder, makeRepository, until } from '../test/git-fixture.ts'
import { historyRead, type LiveServer, postFile, serve } from '../test/live-server.ts'
import { makeAuthority, serveAuthority } from '../test/time-authority.ts'

/** Longer than the server takes to see that a day is over. */
const POLLED_MS = 2_500
const BERLIN = { 'site.yaml': 'time_zone: Europe/Berlin\n' }

/** A server whose clock the test sets, with an authority that has the same one. */
async function siteAt(time: string, ...firstDays: string[]) {
  const clock = { now: Date.parse(time) }
  const authority = makeAuthority()
  let status: number | null = null
  const answer = (query: Buffer) => status ?? authority.answer(query, clock.now)
  const { url, asked } = await serveAuthority(answer)
  const author = makeRepository({})
  const write = (day: string) => {
    author.put(`posts/of-${day}.md`, postFile(`Of ${day}`))
    author.put('site.yaml', BERLIN['site.yaml'])
    author.git('add', '-A')
    author.commitAt(`${day}T12:00:00+01:00`, '-q', '-m', `Write on ${day}`)
    return author.head()
  }
  author.commitAt('2026-01-01T12:00:00Z', '-q', '--amend', '--allow-empty', '-m', 'Begin')
  const commits = firstDays.map(write)
  const failures: string[] = []
  const start = (env: Record<string, string> = {}) =>
    serve(author, {
      env: { TIMESTAMP_URL: url, LOG_LEVEL: 'warn', ...env },
      now: () => clock.now,
      logTo: { write: (line) => line.includes('could not be stamped') && failures.push(line) },
    })
  return {
    author,
    authority,
    asked,
    failures,
    write,
    commits,
    start,
    at: (later: string) => {
      clock.now = Date.parse(later)
    },
    fail: (with_: number | null) => {
      status = with_
    },
  }
}

const proofs = (author: { git(...args: string[]): string }) =>
  author.git('ls-files', 'proof').trim().split('\n').filter(Boolean)

const proofOf = async (server: LiveServer) =>
  (await server.call<SiteStatus>('GET', '/status')).data.proof

it('a day that brought commits is stamped once, ten minutes after its end, also at a late start', async () => {
  const site = await siteAt('2026-01-06T00:09:30+01:00', '2026-01-05')
  const { author, authority } = site
  const server = await site.start()
  await sleep(POLLED_MS)
  const unproven = { state: 'ok', last_day: null, error: null }
  expect([proofs(author), await proofOf(server)]).toEqual([[], unproven])
  site.at('2026-01-06T00:10:30+01:00')
  await until(() => author.subjects()[0]?.startsWith('Prove ') === true)
  const [commit = ''] = site.commits
  const path = `proof/2026/${commit}.tsr`
  expect(author.subjects()[0]).toBe(`Prove ${commit.slice(0, 7)}`)
  expect(author.git('show', '--name-only', '--format=').trim()).toBe(path)
  expect(site.asked.map(({ type }) => type)).toEqual(['application/timestamp-query'])
  // The commit is there before the site has read it.
  const proven = { state: 'ok', last_day: '2026-01-05', error: null }
  await expect.poll(() => proofOf(server)).toEqual(proven)

  const { meta } = await server.ask('GET', '/record?limit=1')
  const proof = { authority: 'Test Authority', last_day: '2026-01-05', commit, path }
  expect((meta as RecordMeta).proof).toEqual(proof)
  const html = await server.page('/record')
  expect(html).toContain('Proven by Test Authority up to January 5, 2026')
  const [, line = ''] = /<pre><code>(.*?)<\/code><\/pre>/.exec(html) ?? []
  const run = { cwd: author.folder, encoding: 'utf8', stdio: 'pipe', shell: '/bin/bash' } as const
  const check = (text: string) => execFileSync(text.replace('ca.pem', authority.ca), run)
  expect(check(line)).toBe('Verification: OK\n')
  expect(() => check(line.replace(/commit \w+/, 'commit HEAD'))).toThrow(/imprint mismatch/)

  // The stamp's own commit is none, and a second start finds nothing to do.
  site.at('2026-01-07T00:11:00+01:00')
  await sleep(POLLED_MS)
  expect(proofs(author)).toHaveLength(1)
  await server.app.close()
  const [second] = [site.write('2026-01-08'), site.write('2026-01-09')].reverse()
  site.at('2026-01-10T09:00:00+01:00')
  const restarted = await site.start()
  await until(() => proofs(author).length === 2)
  expect(proofs(author)).toContain(`proof/2026/${second}.tsr`)
  await restarted.app.close()
  await (await site.start()).app.close()
  await sleep(POLLED_MS)
  expect([proofs(author).length, site.asked.length]).toEqual([2, 2])
})

it('a start that reads the history slowly stamps nothing again', async () => {
  const site = await siteAt('2026-01-06T00:10:30+01:00', '2026-01-05')
  const server = await site.start()
  await until(() => proofs(site.author).length === 1)
  await server.app.close()
  const folder = makeFolder()
  const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const slow = `case " $* " in *" log "*) sleep 2.5 ;; esac`
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${slow}\nexec ${git} "$@"\n`, { mode: 0o755 })
  const restarted = await site.start({ PATH: `${folder}:${process.env.PATH}` })
  await historyRead(restarted)
  await sleep(POLLED_MS)
  expect([proofs(site.author).length, site.asked.length]).toEqual([1, 1])
})

it('a refusal is named in the status, tried again after ten minutes, then hourly; an undo goes through', async () => {
  const site = await siteAt('2026-01-06T09:00:00+01:00', '2026-01-04', '2026-01-05')
  site.fail(503)
  const server = await site.start()
  await until(() => site.failures.length === 1)
  const tries: [string, number][] = [
    ['2026-01-06T09:09:00+01:00', 1],
    ['2026-01-06T09:11:00+01:00', 2],
    ['2026-01-06T10:10:00+01:00', 2],
    ['2026-01-06T10:12:00+01:00', 3],
  ]
  for (const [time, count] of tries) {
    site.at(time)
    if (site.failures.length < count) await until(() => site.failures.length === count)
    else await sleep(POLLED_MS)
    expect([time, site.asked.length]).toEqual([time, count])
  }
  const error = expect.stringMatching(/^127\.0\.0\.1:\d+ gave no usable answer: status 503$/)
  expect(await proofOf(server)).toEqual({ state: 'failing', last_day: null, error })
  site.fail(null)
  site.at('2026-01-06T11:30:00+01:00')
  await until(async () => (await proofOf(server)).state === 'ok')
  const undone = await server.call('POST', `/history/${site.commits[1]}/revert`)
  expect([undone.status, site.author.subjects().slice(0, 2)]).toEqual([
    200,
    ['Undo: Write on 2026-01-05', `Prove ${site.commits[1]?.slice(0, 7)}`],
  ])
})

const OTHER = 'stamped something else'

it.each<[string, (other: Buffer, earlier: Buffer) => Buffer, string]>([
  ['an answer to another query', (other) => other, OTHER],
  ['an answer to an earlier query of this commit', (_, earlier) => earlier, OTHER],
  ['no answer of an authority', () => Buffer.from('<html>'), 'granted no time stamp'],
  ['more than 64 KiB', () => Buffer.alloc(65 * 1024), 'gave no usable answer: more than 64 KiB'],
])('%s is not taken', async (_name, made, reason) => {
  const authority = makeAuthority()
  const time = Date.parse('2026-01-06')
  const other = authority.stamp('00'.repeat(32), time)
  const { url } = await serveAuthority((query) => {
    // The last byte of its nonce.
    const earlier = Buffer.from(query)
    earlier[65] = (query[65] ?? 0) ^ 1
    return made(other, authority.answer(earlier, time))
  })
  const author = makeRepository({ ...BERLIN, 'posts/a.md': 'A\n' })
  author.commitAt('2026-01-05T12:00:00Z', '-q', '--amend', '-m', 'Begin')
  const now = () => Date.parse('2026-01-07T12:00:00Z')
  const server = await serve(author, { env: { TIMESTAMP_URL: url }, now })
  await until(async () => (await proofOf(server)).state === 'failing')
  expect((await proofOf(server)).error).toContain(reason)
  expect(author.subjects()).toEqual(['Begin'])
})

it('a token of something else, of a commit that is gone or of the future proves nothing on the page', async () => {
  const authority = makeAuthority()
  const author = makeRepository({ ...BERLIN, 'posts/a.md': 'A\n' })
  author.commitAt('2026-01-05T12:00:00Z', '-q', '--amend', '-m', 'Begin')
  const [head, gone] = [author.head(), 'a'.repeat(40)]
  const imprint = imprintOf(Buffer.from(author.git('cat-file', 'commit', head)))
  const write = (commit: string, of: string, time: string) => {
    author.put(`proof/2026/${commit}.tsr`, '')
    const token = authority.stamp(of, Date.parse(time))
    writeFileSync(join(author.folder, `proof/2026/${commit}.tsr`), token)
  }
  const now = () => Date.parse('2026-01-07T12:00:00Z')
  write(gone, '00'.repeat(32), '2026-01-06T12:00:00Z')
  write(head, imprint, '2031-01-06T12:00:00Z')
  const server = await serve(author, { now })
  await historyRead(server)
  const proof = async () => (await server.ask('GET', '/record')).meta?.proof
  expect(await proof()).toBeUndefined()
  write(head, '00'.repeat(32), '2026-01-06T12:00:00Z')
  await server.store.refresh([`proof/2026/${head}.tsr`])
  expect(await proof()).toBeUndefined()
  write(head, imprint, '2026-01-06T12:00:00Z')
  await server.store.refresh([`proof/2026/${head}.tsr`])
  expect(await proof()).toMatchObject({ commit: head, last_day: '2026-01-05' })
})
