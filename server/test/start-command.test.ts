/** `npm start` with an option, and what a start says of itself, as a person at a terminal sees them. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder, makeRepository, testEnv, until } from './git-fixture.ts'
import { MAIN, startProcess } from './server-process.ts'

const START = resolve(import.meta.dirname, '../../scripts/start.mjs')
const { version } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
)

function run(program: string, args: string[], env: object = {}) {
  const options = { encoding: 'utf8', env: { ...testEnv, ...env } } as const
  const {
    status,
    stdout: out,
    stderr: err,
  } = spawnSync(process.execPath, [program, ...args], options)
  return { status, out, err }
}

it.each([START, MAIN])('%s answers --help and --version without a start', (program) => {
  expect(run(program, ['--help'])).toMatchObject({ status: 0, err: '' })
  expect(run(program, ['-h']).out).toMatch(/^Usage: npm start \[-- OPTION\]\n[\s\S]*--check /)
  const { status, out } = run(program, ['--version'])
  expect([status, out]).toEqual([0, expect.stringContaining(`G.A.P. ${version}, `)])
})

it.each([
  [['--wat'], "npm start has no option '--wat'."],
  [['serve'], "npm start has no option 'serve'."],
  [['--check', '--help'], 'npm start takes one option at a time.'],
])('refuses %j in a sentence, with status 2', (args, sentence) => {
  for (const program of [START, MAIN]) {
    const { status, out, err } = run(program, args)
    expect([status, out]).toEqual([2, ''])
    expect(err.split('\n').slice(0, 2)).toEqual([sentence, 'Usage: npm start [-- OPTION]'])
  }
})

it('--check names each problem of settings and content, and changes nothing', () => {
  const root = makeFolder()
  const at = { CONTENT_DIR: join(root, 'content'), STATE_DIR: join(root, 'state') }
  const check = (env: object = {}) => {
    const { status, out } = run(MAIN, ['--check'], { ...at, ...env })
    return { status, lines: out.trimEnd().split('\n') }
  }
  const none = `Content: none yet in ${at.CONTENT_DIR}; the first start begins it.`
  expect(check()).toEqual({ status: 0, lines: ['Settings: fine.', none] })
  expect(readdirSync(root)).toEqual([])

  const bad = check({ PORT: 'x', TIME_ZONE: 'Mars/Phobos', JWT_SECRET: 'too-short' })
  expect(bad.status).toBe(1)
  expect(bad.lines.map((line) => line.split(' ')[0])).toEqual([
    'PORT:',
    'JWT_SECRET:',
    'TIME_ZONE:',
    'Settings:',
  ])
  expect(bad.lines.join('\n')).not.toContain('too-short')

  mkdirSync(join(at.CONTENT_DIR, 'posts'), { recursive: true })
  writeFileSync(join(at.CONTENT_DIR, 'posts/good.md'), 'Text.\n')
  const fine = `Content: no problems in 1 file of ${at.CONTENT_DIR}.`
  expect(check()).toEqual({ status: 0, lines: ['Settings: fine.', fine] })
  const merged = join(at.CONTENT_DIR, 'posts/merged.md')
  writeFileSync(merged, '---\ntitle: A\n---\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n')
  const warned = check()
  expect([warned.status, warned.lines[2]]).toEqual([
    0,
    `Content: no problems and 1 warning in 2 files of ${at.CONTENT_DIR}.`,
  ])
  expect(warned.lines[1]).toMatch(/content\/posts\/merged\.md:5: warning: A conflict marker /)
  rmSync(merged)
  writeFileSync(join(at.CONTENT_DIR, 'posts/bad.md'), '---\ntitle: A\ndate: 2026-13-45\n---\n')
  const { status, lines } = check()
  expect(status).toBe(1)
  expect(lines[1]).toMatch(/content\/posts\/bad\.md:3: /)
  expect(lines[2]).toBe(`Content: 1 problem in 2 files of ${at.CONTENT_DIR}.`)

  const inTheWay = check({ STATE_DIR: START })
  expect([inTheWay.status, inTheWay.lines[0]]).toEqual([
    1,
    expect.stringMatching(/^STATE_DIR: got /),
  ])
  expect(readdirSync(root)).toEqual(['content'])
})

it('a start says content, commit, problems and remote, and no secret', async () => {
  const { folder, git } = makeRepository({
    'posts/a.md': 'Text.\n',
    'posts/b.md': '---\na: [\n---\n',
  })
  const server = startProcess(folder, {
    GIT_REMOTE: 'https://me:hunter2hunter2@127.0.0.1:9/site.git',
    LOG_LEVEL: 'silent',
  })
  await server.port()
  await until(() => server.said().includes('  remote '))
  const lines = server.said().trimEnd().split('\n').slice(-5)
  expect(lines[0]).toMatch(/^G\.A\.P\. is at http:\/\/127\.0\.0\.1:\d+$/)
  expect(lines.slice(1)).toEqual([
    `  content  ${folder} (1 post, 0 projects)`,
    `  commit   ${git('log', '-1', '--format=%h %s').trim()}`,
    '  problems 1, listed in /admin and the log',
    '  remote   https://127.0.0.1:9/site.git',
  ])
  expect(server.said()).not.toContain('hunter2')
})
