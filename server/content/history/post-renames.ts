/**
 * Which files of one commit are posts under another name. Worked out from the files themselves, not
 * by git's guess, so that it comes out the same however the commit was read.
 */
import type { LineChange } from '../../git/repository.ts'
import { Turns } from '../../workers/turns.ts'
import { postIdOf } from '../formats/parse-post-file.ts'
import type { PostRecord } from '../records.ts'
import { type ComparedPost, comparedPost, likeness } from './same-post.ts'

/** Pairs of files that are compared word by word. */
const PAIRS_MAX = 10_000

/** A file that came or went, and its blob. */
interface NamedFile {
  path: string
  revision: string
}

interface ReadFile extends NamedFile {
  aliases: readonly string[]
  compared: ComparedPost
}

/**
 * The path that a post had before, by the path it has after the commit.
 * @param read a version as a post; null when it cannot be read
 */
export async function renamesIn(
  changes: readonly LineChange[],
  read: (file: NamedFile) => Promise<PostRecord | null>,
): Promise<ReadonlyMap<string, string>> {
  const pairs = new Pairs(
    changes.flatMap(({ path, before, after }) =>
      before !== null && after === null ? [{ path, revision: before }] : [],
    ),
    changes.flatMap(({ path, before, after }) =>
      before === null && after !== null ? [{ path, revision: after }] : [],
    ),
  )
  // The same bytes, best under the same id; or the same id in another folder.
  pairs.match(({ path, revision }) => [`${revision} ${postIdOf(path)}`])
  pairs.match(({ revision }) => [revision])
  pairs.match(({ path }) => [postIdOf(path)])
  if (pairs.isDone()) return pairs.found
  const [went, came] = await Promise.all([readAll(pairs.went(), read), readAll(pairs.came(), read)])
  // A rename in the panel leaves the old id as an alias.
  const aliases = new Map(came.map((file) => [file.path, file.aliases]))
  pairs.match(({ path }) => aliases.get(path) ?? [postIdOf(path)])
  await matchTexts(pairs, went, came)
  return pairs.found
}

class Pairs {
  /** Path before, by path after. */
  readonly found = new Map<string, string>()
  readonly #went: Map<string, NamedFile>
  readonly #came: Map<string, NamedFile>

  constructor(went: readonly NamedFile[], came: readonly NamedFile[]) {
    this.#went = new Map(went.map((file) => [file.path, file]))
    this.#came = new Map(came.map((file) => [file.path, file]))
  }

  went = () => [...this.#went.values()]
  came = () => [...this.#came.values()]
  isDone = () => this.#went.size === 0 || this.#came.size === 0

  take(before: string, after: string): void {
    if (!this.#went.delete(before) || !this.#came.delete(after)) return
    this.found.set(after, before)
  }

  /** Takes those that have a key in common; of several the first. */
  match(keysOf: (file: NamedFile) => readonly string[]): void {
    if (this.isDone()) return
    const byKey = new Map<string, string[]>()
    // From the last one on, so that the first that is still there is at each list's end.
    for (const file of this.went().reverse()) {
      for (const key of keysOf(file)) {
        const paths = byKey.get(key)
        if (paths === undefined) byKey.set(key, [file.path])
        else paths.push(file.path)
      }
    }
    for (const file of this.came()) {
      const before = keysOf(file)
        .map((key) => this.#firstOf(byKey.get(key)))
        .find((path) => path !== undefined)
      if (before !== undefined) this.take(before, file.path)
    }
  }

  #firstOf(paths: string[] = []): string | undefined {
    while (paths.length > 0 && !this.#went.has(paths.at(-1) ?? '')) paths.pop()
    return paths.at(-1)
  }
}

async function readAll(
  files: readonly NamedFile[],
  read: (file: NamedFile) => Promise<PostRecord | null>,
): Promise<ReadFile[]> {
  const found: ReadFile[] = []
  const turns = new Turns()
  for (const file of files) {
    await turns.pause()
    const post = await read(file)
    if (post === null) continue
    found.push({ ...file, aliases: post.aliases, compared: comparedPost(post) })
  }
  return found
}

/** Takes the pairs whose texts have most in common first. */
async function matchTexts(
  pairs: Pairs,
  went: readonly ReadFile[],
  came: readonly ReadFile[],
): Promise<void> {
  if (went.length * came.length > PAIRS_MAX) return
  const alike: { before: string; after: string; part: number }[] = []
  const turns = new Turns()
  for (const before of went) {
    for (const after of came) {
      const part = likeness(before.compared, after.compared)
      if (part > 0) alike.push({ before: before.path, after: after.path, part })
      if (turns.isDue()) await turns.pause()
    }
  }
  alike.sort((a, b) => b.part - a.part)
  for (const { before, after } of alike) pairs.take(before, after)
}
