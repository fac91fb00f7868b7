/** `content verify --time`: what time stamps, and what others saw, prove about commits. */
import { execFile } from 'node:child_process'
import { accessSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { addDays, type Day, formatLongDay } from '#domain/days/day.ts'
import { dayAt } from '#domain/days/zone.ts'
import type { RecordEntry } from '#domain/record/record-entry.ts'
import { recordSentence } from '#domain/record/record-sentence.ts'
import { createContentFiles } from '../../../server/content/files/content-files.ts'
import { imprintOf, parseProofFile } from '../../../server/content/formats/time-stamp.ts'
import { mapConcurrently } from '../../../server/workers/turns.ts'
import { CommandError, currentFolder } from '../command-settings.ts'
import { authorGit, git } from '../git.ts'
import { readWitnessed } from '../witness.ts'

interface Proof {
  commit: string
  day: Day | null
  /** Common name of a certificate, or the host of a witness. */
  authority: string | null
  state: 'ok' | 'mismatch' | 'rewritten' | 'bad_signature'
  /** Milliseconds since 1970; 0 for an unreadable one. */
  at: number
  /** File of the token; null for what a witness saw. */
  path: string | null
}

/** Time in milliseconds and parents of each commit of the branch, by id. */
type Commits = ReadonlyMap<string, { at: number; parents: readonly string[] }>

interface TimesOptions {
  contentDir: string
  zone: string
  record: readonly RecordEntry[]
  /** File of trusted certificates; without it no signature is checked. */
  ca: string | undefined
  /** File or address of a list that `content witness` wrote. */
  witness: string | undefined
}

/** The proofs, oldest first, the record with their days, lines for a person, and what does not fit together. */
export async function timesOf(options: TimesOptions) {
  const { record, zone } = options
  const commits = await readCommits(options.contentDir)
  const tokens = await readTokens(options, commits)
  const proofs = [...tokens, ...(await readSeen(options, commits))].sort((a, b) => a.at - b.at)
  const good = proofs.filter(({ state }) => state === 'ok')
  const first = firstProofs(good, commits)
  const lines: string[] = []
  const faults = proofs.flatMap((proof) => faultOfProof(proof) ?? [])
  const entries = record.map((entry) => {
    const proof = first.get(entry.commit ?? '')
    const claimed = commits.get(entry.commit ?? '')?.at ?? 0
    const name = `${entry.day} ${recordSentence(entry)}`
    lines.push(`${name}: ${proof ? wordsOf(proof) : 'not proven yet'}`)
    const fault = proof && faultOfDay(dayAt(claimed, zone), proof, good)
    if (fault) faults.push(`${name}: ${fault}`)
    return { ...entry, proven_by: proof?.day ?? null }
  })
  return { proofs: proofs.map(({ at, path, ...shown }) => shown), entries, lines, faults }
}

async function readCommits(contentDir: string): Promise<Commits> {
  const output = await git(contentDir, ['rev-list', '--timestamp', '--parents', 'HEAD'])
  return new Map(
    output.split('\n').map((line) => {
      const [at, id = '', ...parents] = line.split(' ')
      return [id, { at: Number(at) * 1000, parents }] as const
    }),
  )
}

/** The tokens of the content folder, each checked. @throws CommandError, or the system's error */
async function readTokens({ contentDir, zone, ca }: TimesOptions, commits: Commits) {
  // Without it every token would seem forged.
  if (ca !== undefined) accessSync(resolve(currentFolder(), ca))
  const files = createContentFiles(contentDir)
  const tokens = files.list().files.filter(({ kind }) => kind === 'proof')
  const repository = authorGit(contentDir)
  return mapConcurrently(tokens, async ({ path, id: commit }): Promise<Proof> => {
    const content = files.read(path)
    const bytes = content && 'bytes' in content ? content.bytes : Buffer.of()
    const { value: token } = parseProofFile({ path, bytes })
    const unread = { commit, path, day: null, authority: null, at: 0 }
    if (token === null) return { ...unread, state: 'mismatch' }
    const { at, authority, imprint } = token
    const proof = { commit, path, at, authority, day: dayAt(at, zone) }
    if (!commits.has(commit)) return { ...proof, state: 'rewritten' }
    const stamped = await repository.run(['cat-file', 'commit', commit])
    if (imprintOf(stamped) !== imprint) return { ...proof, state: 'mismatch' }
    const isGood = ca === undefined || (await isSigned(join(contentDir, path), imprint, ca))
    return { ...proof, state: isGood ? 'ok' : 'bad_signature' }
  })
}

/** Whether a trusted certificate signed it, expired or not. @throws CommandError without openssl */
async function isSigned(file: string, imprint: string, ca: string): Promise<boolean> {
  // Who has the key of an expired certificate would choose a time at which it was valid.
  const trusted = ['-CAfile', resolve(currentFolder(), ca), '-no_check_time']
  const verify = ['ts', '-verify', '-digest', imprint, '-in', file]
  try {
    await promisify(execFile)('openssl', [...verify, ...trusted])
    return true
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing) throw new CommandError('--ca needs openssl, which is not installed.')
    return false
  }
}

/** What a witness saw of this branch. @throws CommandError if it is of other repositories alone */
async function readSeen({ zone, witness }: TimesOptions, commits: Commits): Promise<Proof[]> {
  if (witness === undefined) return []
  const { host, seen: all } = await readWitnessed(witness)
  const branchOf = ({ repository, branch }: (typeof all)[number]) => `${repository} ${branch}`
  const known = new Set(all.filter(({ commit }) => commits.has(commit)).map(branchOf))
  // A witness of one repository, of which nothing is here, saw another history of this one.
  const isOnlyOne = new Set(all.map(({ repository }) => repository)).size === 1
  if (known.size === 0 && !isOnlyOne) throw new CommandError(`${host} saw no commit of this clone.`)
  const own = all.filter((seen) => known.size === 0 || known.has(branchOf(seen)))
  return own.map(({ commit, seen }) => {
    const at = Date.parse(seen)
    const state = commits.has(commit) ? 'ok' : 'rewritten'
    return { commit, at, day: dayAt(at, zone), authority: host, state, path: null }
  })
}

/** The first proof of each commit. @param proofs oldest first */
function firstProofs(proofs: readonly Proof[], commits: Commits): ReadonlyMap<string, Proof> {
  const first = new Map<string, Proof>()
  for (const proof of proofs) {
    const rest = [proof.commit]
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      if (first.has(id)) continue
      first.set(id, proof)
      rest.push(...(commits.get(id)?.parents ?? []))
    }
  }
  return first
}

const wordsOf = ({ path, authority, day }: Proof) =>
  `${path === null ? `seen by ${authority} on` : 'proven by'} ${formatLongDay(day ?? '')}`

function faultOfProof({ state, path, authority, day, commit }: Proof): string | null {
  const name = path ?? `${commit}, seen by ${authority}`
  if (state === 'mismatch') return `${name}: the token does not match the commit of its name`
  if (state === 'bad_signature') return `${name}: no certificate of --ca signed it`
  if (state === 'ok') return null
  return `${name}: the history before ${formatLongDay(day ?? '')} was rewritten`
}

/** Why the day that a commit claims is not believed; null if nothing speaks against it. */
function faultOfDay(claimed: Day, proof: Proof, proofs: readonly Proof[]): string | null {
  const isWithin = (day: Day) => day > claimed && day < (proof.day ?? '')
  const days = [...new Set(proofs.map(({ day }) => day ?? ''))].filter(isWithin)
  // What is pushed in the night after its day may miss the next stamp.
  if (!days.some((day) => day >= addDays(claimed, 2))) return null
  const year = claimed.slice(0, 4)
  const text = (day: Day) => formatLongDay(day).replace(`, ${year}`, '')
  // 'November 21, 22, 23': a month is named once.
  const list = days.map((day, index) => {
    const isSameMonth = days[index - 1]?.slice(0, 7) === day.slice(0, 7)
    return isSameMonth ? Number(day.slice(8)) : text(day)
  })
  return `committed ${text(claimed)}, first proven ${text(proof.day ?? '')}; the tokens of ${list.join(', ')} do not contain it`
}
