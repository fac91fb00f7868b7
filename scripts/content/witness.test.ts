/** Two sites that note each other's commits, and what the notes say once one is rewritten. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Fixture, makeFolder, makeRepository } from '../../server/test/git-fixture.ts'
import { listen } from '../../server/test/listen.ts'
import { postFile } from '../../server/test/live-server.ts'
import { content } from '../test/hook-fixture.ts'

const SITE = { 'site.yaml': 'time_zone: Europe/Berlin\n' }

/** Serves the files of a site, and its repository as any host of files can. */
async function hostOf({ folder, git }: Fixture): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    git('update-server-info')
    const { pathname } = new URL(url, 'http://host')
    const path = join(folder, pathname.replace(/^\/site\.git\//, '/.git/'))
    if (existsSync(path)) response.end(readFileSync(path))
    else response.writeHead(404).end()
  })
  return `http://127.0.0.1:${await listen(server)}`
}

const run = (command: string[], { folder }: Fixture) => content(command, { CONTENT_DIR: folder })

it('two sites are each other’s witnesses; one that is rewritten is found out by the other', async () => {
  const sites = ['ann', 'ben'].map((name) =>
    makeRepository({ ...SITE, 'posts/a.md': postFile(`Of ${name}`) }),
  )
  const [ann, ben] = sites as [Fixture, Fixture] // two names
  const [atAnn, atBen] = [await hostOf(ann), await hostOf(ben)]
  ann.commitFiles({ 'posts/b.md': postFile('First words') })
  const seen = ann.head()
  const call = ['witness', `${atAnn}/site.git`]
  expect(await run(call, ben)).toMatchObject({ status: 0, err: '' })
  expect(ben.subjects()[0]).toBe(`Witness ${atAnn}/site.git`)
  expect(ben.text('witnessed.yaml')).toMatch(
    new RegExp(
      `^- repository: ${atAnn}/site.git\n {2}branch: main\n {2}commit: "?${seen}"?\n {2}seen: \\S{19}\\+0[12]:00\n$`,
    ),
  )
  expect((await run(['witness', `${atBen}/site.git`, '--branch', 'main'], ann)).status).toBe(0)

  // Seen again at the same commit, nothing is noted.
  const clone = makeRepository()
  clone.git('remote', 'add', 'ann', ann.folder)
  clone.git('fetch', '-q', 'ann')
  clone.git('reset', '-q', '--hard', 'ann/main')
  const [before] = [ben.head(), await run(call, ben), await run(call, ben)]
  expect(ben.git('rev-list', '--count', `${before}..HEAD`)).toBe('1\n')
  const verify = ['verify', '--time', '--json', '--witness']
  const honest = await run([...verify, `${atBen}/witnessed.yaml`], clone)
  const today = JSON.parse(honest.out).streak.today
  expect([honest.status, JSON.parse(honest.out)]).toMatchObject([
    0,
    {
      proofs: [
        { commit: seen, day: today, authority: atBen.slice('http://'.length), state: 'ok' },
        { state: 'ok' },
      ],
      entries: [{ proven_by: today }, { proven_by: today }],
    },
  ])
  const list = join(ben.folder, 'witnessed.yaml')
  const { out } = await run(['verify', '--time', '--witness', list], ann)
  expect(out).toContain(': seen by witnessed.yaml on ')

  ann.git('reset', '-q', '--hard', 'HEAD~2')
  ann.commitFiles({ 'posts/b.md': postFile('Other words') })
  const found = await run(call, ben)
  expect([found.status, found.out]).toEqual([1, expect.stringContaining('REWRITTEN since ')])
  expect(ben.text('witnessed.yaml')).toMatch(/\n {2}rewritten: true\n$/)
  const denied = await run([...verify.slice(0, 2), '--witness', `${atBen}/witnessed.yaml`], ann)
  expect(denied.status).toBe(1)
  expect(denied.out).toMatch(/the history before \w+ \d+, \d{4} was rewritten/)
  expect((await run(call, ben)).status).toBe(0)
})

it.each([
  'file:///etc',
  '/srv/site',
  'ext::sh -c true',
  '-u',
  'https://ann:secret@git.example/site.git',
  'http://127.0.0.1:9/site.git',
])('%s is no repository to witness', async (address) => {
  const site = makeRepository(SITE)
  const { status, err } = await run(['witness', '--', address], site)
  expect([status, err.split('\n').length > 1, site.subjects()]).toEqual([
    2,
    true,
    ['Author starts'],
  ])
})

it('a list that names no commit of the clone proves nothing', async () => {
  const site = makeRepository({ ...SITE, 'posts/a.md': postFile('One') })
  const list = join(makeFolder(), 'list.yaml')
  const entry = (name: string) =>
    `- {repository: 'git://${name}', branch: main, commit: ${'a'.repeat(40)}, seen: 2026-01-02T03:04:05Z}\n`
  const verify = ['verify', '--time', '--witness', list]
  for (const [text, expected] of [
    [entry('one') + entry('two'), 2],
    [entry('one'), 1],
    ['posts: none\n', 2],
  ] as const) {
    writeFileSync(list, text)
    expect((await run(verify, site)).status).toBe(expected)
  }
})
