/**
 * Looks at every tree of the commits that a pull would bring, before anything of them is used: the
 * newest alone is checked out, but the history of all is read later. Trees are read once each,
 * however often they occur: one that holds itself ten times over, ten deep, is ten objects and ten
 * billion paths.
 */
import { Turns } from '../../workers/turns.ts'
import type { Git } from '../objects/git-process.ts'
import { entriesOf, entryOf, FOLDER_MODE, type TreeReader, textName } from '../objects/tree.ts'
import { RefusedTreeError, TREE_ENTRIES_MAX, verifyName } from '../objects/verify-path.ts'

/** Folders inside each other. */
const TREE_DEPTH_MAX = 100
/** Trees of commits that are measured at once. */
const MEASURED_MAX = 8

/** Safe at a glance, as most are: each tree of each new commit is read. */
const PLAIN_NAME = /^[a-z0-9_][\w.-]*$/i

interface Measure {
  entries: number
  depth: number
}

/** The check of one repository. */
export class IncomingCheck {
  readonly #git: Git
  readonly #trees: TreeReader
  readonly #turns = new Turns()
  /** The last commit that passed: while a pull has to wait it is tried again and again. */
  #passed: string | null = null

  constructor({ git, trees }: { git: Git; trees: TreeReader }) {
    this.#git = git
    this.#trees = trees
  }

  /**
   * @param theirs a commit that was fetched
   * @param ours the newest one that is here, null for none
   * @throws RefusedTreeError, GitFailure
   */
  async check(theirs: string, ours: string | null): Promise<void> {
    if (theirs === this.#passed) return
    const known = ours === null ? [] : [`^${ours}`]
    const args = ['rev-list', '--no-commit-header', '--format=%T', theirs, ...known]
    const roots = [...new Set((await this.#git.text(args)).split('\n'))].filter(Boolean)
    const measures = new Map<string, Measure>()
    for (let at = 0; at < roots.length; at += MEASURED_MAX) {
      const some = roots.slice(at, at + MEASURED_MAX)
      await Promise.all(some.map((root) => this.#measure(root, 0, measures)))
    }
    this.#passed = theirs
  }

  async #measure(id: string, above: number, measures: Map<string, Measure>): Promise<Measure> {
    const known = measures.get(id) ?? (await this.#measureNew(id, above, measures))
    if (above + known.depth > TREE_DEPTH_MAX) {
      throw new RefusedTreeError(
        `A commit has more than ${TREE_DEPTH_MAX} folders deep inside each other, so it is not brought in.`,
      )
    }
    if (known.entries > TREE_ENTRIES_MAX) {
      const most = TREE_ENTRIES_MAX.toLocaleString('en-US')
      throw new RefusedTreeError(
        `A commit has more than ${most} files and folders, so it is not brought in.`,
      )
    }
    measures.set(id, known)
    return known
  }

  async #measureNew(id: string, above: number, measures: Map<string, Measure>): Promise<Measure> {
    const measure = { entries: 0, depth: 0 }
    // Too deep already: no need to read it.
    if (above > TREE_DEPTH_MAX) return { entries: 0, depth: 1 }
    const tree = await this.#trees.read(id)
    for (const entry of entriesOf(tree)) {
      if (this.#turns.isDue()) await this.#turns.pause()
      const { name, mode } = entry
      if (!PLAIN_NAME.test(name)) verifyName(textName(name) ?? name)
      measure.entries += 1
      if (mode !== FOLDER_MODE) continue
      const inner = await this.#measure(entryOf(tree, entry).id, above + 1, measures)
      measure.entries += inner.entries
      measure.depth = Math.max(measure.depth, inner.depth + 1)
      if (measure.entries > TREE_ENTRIES_MAX) return measure
    }
    return measure
  }
}
