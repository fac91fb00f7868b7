/** What `content verify --time` says of a clone whose days were stamped, and of what was done to it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { fixtureIn, makeFolder, makeRepository } from '../../../server/test/git-fixture.ts'
import { ofFile, postFile } from '../../../server/test/live-server.ts'
import { makeAuthority } from '../../../server/test/time-authority.ts'
import { content } from '../../test/hook-fixture.ts'

const HOUR_MS = 3_600_000
const noonOf = (day: number) => Date.parse(`2026-01-${day}T12:00:00Z`)

const authority = ofFile(async () => makeAuthority())

function makeSite() {
  const site = makeRepository({ 'site.yaml': 'time_zone: UTC\n' })
  const commitAt = (at: number, subject: string) => {
    site.git('add', '-A')
    site.commitAt(new Date(at).toISOString(), '-q', '-m', subject)
    return site.head()
  }
  site.commitAt('2026-01-09T12:00:00Z', '-q', '--amend', '-m', 'Begin')
  return {
    ...site,
    /** Writes the post of a day at its noon, or as late as `at`. */
    write(day: number, at = noonOf(day)) {
      site.put(`posts/of-${day}.md`, postFile(`Of ${day}`).replace('2026-05-01', `2026-01-${day}`))
      return commitAt(at, `Write ${day}`)
    },
    /** Stamps the newest commit in the night after the day, as the server does. */
    prove(day: number, by = authority()) {
      const at = noonOf(day) + 12.2 * HOUR_MS
      const commit = site.head()
      // A commit ends in a line break, which `Fixture.git` keeps.
      const imprint = createHash('sha256').update(site.git('cat-file', 'commit', commit))
      const path = join(site.folder, `proof/2026/${commit}.tsr`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, by.stamp(imprint.digest('hex'), at))
      commitAt(at, `Prove ${commit.slice(0, 7)}`)
      return path
    },
  }
}

function provenWeek() {
  const site = makeSite()
  const tokens = [19, 20, 21, 22, 23, 24].map((day) => {
    site.write(day)
    return site.prove(day)
  })
  return { site, tokens }
}

const verify = (folder: string, ...args: string[]) =>
  content(['verify', '--time', ...args], { CONTENT_DIR: folder })

interface Times {
  proofs: { commit: string; day: string | null; authority: string | null; state: string }[]
  entries: { day: string; kind: string; proven_by: string | null }[]
}

async function verifyJson(folder: string, ...args: string[]) {
  const { status, out, err } = await verify(folder, '--json', ...args)
  // What the command prints with --json.
  return { status, err, ...(JSON.parse(out) as Times) }
}

it('each entry is proven by the day of the first token that contains its commit', async () => {
  const { site } = provenWeek()
  site.write(25)
  const clone = fixtureIn(makeFolder())
  clone.git('clone', '-q', site.folder, '.')
  const { status, err, proofs, entries } = await verifyJson(clone.folder, '--ca', authority().ca)
  expect([status, err]).toEqual([0, ''])
  expect(entries.map(({ day, proven_by }) => `${day} ${proven_by}`)).toEqual([
    '2026-01-25 null',
    '2026-01-24 2026-01-25',
    '2026-01-23 2026-01-24',
    '2026-01-22 2026-01-23',
    '2026-01-21 2026-01-22',
    '2026-01-20 2026-01-21',
    '2026-01-19 2026-01-20',
  ])
  const words = new Set(proofs.map(({ authority: by, state }) => `${by} ${state}`))
  expect([proofs.length, [...words]]).toEqual([6, ['Test Authority ok']])
  const { out } = await verify(clone.folder)
  expect(out).toContain('2026-01-25 Posted: Of 25: not proven yet\n')
  expect(out).toContain('2026-01-24 Posted: Of 24: proven by January 25, 2026\n')
})

it('a changed token, a rewritten history and a commit that is dated back are named', async () => {
  const { site, tokens } = provenWeek()
  const changed = tokens[1] ?? ''
  writeFileSync(changed, authority().stamp('00'.repeat(32), noonOf(21)))
  const broken = tokens[2] ?? ''
  writeFileSync(broken, 'Nothing')
  // A post of the 20th that was made after the stamp of the 24th.
  site.put('posts/of-20-too.md', postFile('Dated back').replace('2026-05-01', '2026-01-20'))
  site.git('add', 'posts')
  site.commitAt('2026-01-20T13:00:00Z', '-q', '-m', 'Write')
  site.write(25)
  site.prove(25)
  const { status, out } = await verify(site.folder)
  expect(status).toBe(1)
  const path = (token: string) => token.slice(site.folder.length + 1)
  for (const line of [
    `${path(changed)}: the token does not match the commit of its name`,
    `${path(broken)}: the token does not match the commit of its name`,
    '2026-01-20 Posted: Dated back: committed January 20, first proven January 26; the tokens of January 23, 24, 25 do not contain it',
  ]) {
    expect(out).toContain(`${line}\n`)
  }
  expect(out.match(/committed January/g)).toHaveLength(1)

  // The last post again with other words, and the tokens that others still have.
  site.git('reset', '-q', '--soft', 'HEAD~2')
  site.put('posts/of-25.md', postFile('Of 25').replace('2026-05-01', '2026-01-25'))
  site.commitAt('2026-01-25T12:00:00Z', '-q', '-m', 'Write 25 anew')
  const rewritten = await verify(site.folder)
  expect(rewritten.status).toBe(1)
  expect(rewritten.out).toMatch(
    /^proof\/2026\/\w{40}\.tsr: the history before January 26, 2026 was rewritten$/m,
  )
})

it('a certificate that has expired since is no end, a foreign one is named, a missing file or program is said', async () => {
  const expired = makeAuthority('2026-01-01', '2026-02-01')
  const site = makeSite()
  site.write(19)
  const token = site.prove(19, expired)
  const commit = token.slice(-44, -4)
  expect(await verifyJson(site.folder, '--ca', expired.ca)).toMatchObject({
    status: 0,
    proofs: [{ commit, day: '2026-01-20', authority: 'Test Authority', state: 'ok' }],
  })
  const foreign = await verifyJson(site.folder, '--ca', authority().ca)
  expect(foreign).toMatchObject({
    status: 1,
    proofs: [{ state: 'bad_signature' }],
    entries: [{ proven_by: null }],
    err: expect.stringContaining(': no certificate of --ca signed it'),
  })
  expect((await verify(site.folder, '--ca', 'gone.pem')).status).toBe(2)
  // Git and nothing else.
  const bin = makeFolder()
  symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), join(bin, 'git'))
  const call = ['verify', '--time', '--ca', expired.ca]
  const { status, err } = await content(call, { CONTENT_DIR: site.folder, PATH: bin })
  expect([status, err]).toEqual([2, '--ca needs openssl, which is not installed.\n'])
})
