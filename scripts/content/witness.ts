/**
 * `content witness`: notes in `witnessed.yaml` which commit a branch of another repository has.
 * Whoever rewrites that history later is contradicted by this one.
 */
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { stringify } from 'yaml'
import { z } from 'zod'
import { formatLongDay } from '#domain/days/day.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import { loadYaml } from '../../server/content/formats/load-yaml.ts'
import { Git, GitFailure, gitEnvironment } from '../../server/git/objects/git-process.ts'
import { fetchBytes } from '../../server/proof/fetch-bytes.ts'
import * as command from './command-settings.ts'
import { commitFiles } from './git.ts'
import { parseCall, UsageError } from './usage.ts'

const WITNESSED = 'witnessed.yaml'
const LIST_BYTES_MAX = 1024 * 1024
const LIST = z.array(
  z.object({
    repository: z.string(),
    branch: z.string(),
    commit: z.string().regex(/^[0-9a-f]{40}$/),
    /** ISO 8601 with an offset. */
    seen: z.iso.datetime({ offset: true }),
  }),
)

const FETCHED_BYTES_MAX = 64 * 1024 * 1024
const WATCH_MS = 100
/** Of http(s) without name and password: the list is public. */
const ADDRESS = /^(?:https?:\/\/[^\s/@]+(?:\/\S*)?|(?:ssh|git):\/\/\S+|[\w.-]+@[\w.-]+:\S+)$/

/** Returns the exit status: 1 if the history was rewritten. @throws UsageError, CommandError */
export async function runWitness(args: string[], settings: command.CommandSettings) {
  const { values, positionals } = parseCall('witness', args, { branch: { type: 'string' } })
  const [repository = '', ...others] = positionals
  if (others.length > 0 || !ADDRESS.test(repository)) {
    const fault = 'Name one repository by an http(s), ssh or git address without a password.'
    throw new UsageError(fault)
  }
  const { contentDir } = settings
  command.requireFolder(contentDir)
  const path = join(contentDir, WITNESSED)
  const text = fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : ''
  const list = parseWitnessed(text, path)
  const { branch, commits } = await fetchCommits(repository, values.branch ?? null)
  const [commit = ''] = commits
  const last = list.findLast((seen) => seen.repository === repository && seen.branch === branch)
  const lastDay = formatLongDay(last?.seen.slice(0, 10) ?? '')
  if (last?.commit === commit) {
    console.log(`${branch} is at ${commit.slice(0, 7)}, as it was on ${lastDay}.`)
    return 0
  }
  const isRewritten = last !== undefined && !commits.has(last.commit)
  const seen = formatInstant(Date.now(), command.readSiteSettings(settings).timeZone)
  const entry = { repository, branch, commit, seen, ...(isRewritten && { rewritten: true }) }
  const extended = `${text.replace(/(?<=[^\n])$/, '\n')}${stringify([entry])}`
  parseWitnessed(extended, path)
  fs.writeFileSync(path, extended)
  console.log(`${branch} is at ${commit.slice(0, 7)}.`)
  if (isRewritten) console.log(`REWRITTEN since ${lastDay}`)
  const files = [WITNESSED]
  const { done, text: report } = await commitFiles(contentDir, files, [`Witness ${repository}`])
  console.log(report)
  return done && !isRewritten ? 0 : 1
}

/** The branch (null: the default one) of a repository, and its commits, the newest first. */
async function fetchCommits(repository: string, branch: string | null) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'gap-witness-'))
  const env = { ...gitEnvironment(process.env), GIT_ALLOW_PROTOCOL: 'http:https:ssh:git' }
  const limit = new AbortController()
  const watch = setInterval(() => {
    if (bytesIn(folder) > FETCHED_BYTES_MAX) limit.abort()
  }, WATCH_MS)
  try {
    const gitFolder = join(folder, 'seen')
    // Commits alone, from whoever can leave out the rest.
    const options = ['--bare', '--quiet', '--no-tags', '--single-branch', '--filter=tree:0']
    const chosen = branch === null ? [] : [`--branch=${branch}`]
    const clone = ['clone', ...options, ...chosen, '--', repository, gitFolder]
    await new Git({ place: null, cwd: folder, env }).run(clone, { signal: limit.signal })
    const git = new Git({ place: { top: null, gitFolder }, cwd: folder, env })
    const commits = await git.text(['rev-list', 'HEAD'])
    const name = await git.text(['symbolic-ref', '--short', 'HEAD'])
    return { branch: name, commits: new Set(commits.split('\n')) }
  } catch (error) {
    if (!(error instanceof GitFailure) || error.exitCode !== null) throw error
    const why = limit.signal.aborted ? 'is larger than 64 MiB' : 'took longer than 15 s'
    throw new command.CommandError(`${repository} ${why}.`)
  } finally {
    clearInterval(watch)
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function bytesIn(folder: string): number {
  try {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names.reduce((sum, name) => sum + fs.statSync(join(folder, name)).size, 0)
  } catch {
    // Git renames and removes files meanwhile.
    return 0
  }
}

/** Oldest first. @throws CommandError for another text */
function parseWitnessed(text: string, name: string): z.infer<typeof LIST> {
  try {
    return LIST.parse(loadYaml(text) ?? [])
  } catch {
    throw new command.CommandError(`${name} is no list that 'content witness' wrote.`)
  }
}

/** Reads a witness's file, or asks its address. @throws CommandError, or the system's error */
export async function readWitnessed(from: string) {
  if (!isTypedWebAddress(from)) {
    const text = fs.readFileSync(resolve(command.currentFolder(), from), 'utf8')
    return { host: basename(from), seen: parseWitnessed(text, from) }
  }
  const bytes = await fetchBytes(from, LIST_BYTES_MAX).catch((error: Error) => {
    throw new command.CommandError(error.message)
  })
  return { host: new URL(from).host, seen: parseWitnessed(bytes.toString(), from) }
}
