/**
 * Runs git for the author of a test, from a small process: a worker of vitest has 300 MB, and Linux
 * takes up to 28 ms to start a process from one.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Answers each line of the pipe `asked` by one of the pipe `answered`, until the test's process ends. */
const HELPER = `
const { spawnSync } = require('node:child_process')
const { openSync, readSync, writeSync } = require('node:fs')
const [asked, answered] = [openSync(process.argv[1], 'r'), openSync(process.argv[2], 'w')]
const chunk = Buffer.alloc(65536)
let text = ''
for (let bytes; (bytes = readSync(asked, chunk)) > 0; ) {
  text += chunk.toString('latin1', 0, bytes)
  if (!text.endsWith('\\n')) continue
  const { args, options } = JSON.parse(Buffer.from(text, 'latin1').toString())
  const done = spawnSync('git', args, { ...options, encoding: 'utf8', maxBuffer: 1e9 })
  writeSync(answered, JSON.stringify(done) + '\\n')
  text = ''
}`

interface Done {
  status: number | null
  stdout: string
  stderr: string
}

let pipes: { asked: number; answered: number } | null = null

function start() {
  const folder = mkdtempSync(join(tmpdir(), 'gap-author-'))
  const [asked, answered] = [join(folder, 'asked'), join(folder, 'answered')]
  execFileSync('mkfifo', [asked, answered])
  // Open for both, so that neither side waits for the other.
  const found = { asked: openSync(asked, 'r+'), answered: openSync(answered, 'r+') }
  spawn(process.execPath, ['-e', HELPER, asked, answered], { stdio: 'ignore' }).unref()
  return { ...found, folder }
}

/** What git prints. @throws Error with `status`, `stdout` and `stderr` when it fails */
export function authorGit(
  args: readonly string[],
  options: { cwd: string; env: Record<string, string | undefined>; input?: string },
): string {
  if (pipes === null) {
    const { folder, ...started } = start()
    pipes = started
    // Once it answers, both sides have the pipes open.
    ask(['version'], { cwd: folder, env: options.env })
    rmSync(folder, { recursive: true })
  }
  const { status, stdout, stderr } = ask(args, options)
  if (status === 0) return stdout
  const error = new Error(`Command failed: git ${args.join(' ')}\n${stderr}`)
  throw Object.assign(error, { status, stdout, stderr })
}

function ask(args: readonly string[], options: object): Done {
  if (pipes === null) throw new Error('not started')
  writeSync(pipes.asked, `${JSON.stringify({ args, options })}\n`)
  const chunk = Buffer.alloc(65_536)
  const chunks: Buffer[] = []
  do {
    chunks.push(Buffer.from(chunk.subarray(0, readSync(pipes.answered, chunk))))
  } while (chunks.at(-1)?.at(-1) !== 10)
  return JSON.parse(Buffer.concat(chunks).toString())
}
