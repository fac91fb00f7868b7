/** What git remembers of the content: commits, old versions, deleted posts, and undoing. */
import { NotFoundError } from '../../errors.ts'
import type {
  AskedList,
  CommitId,
  FileChange,
  HistoryEntry,
  Repository,
  WorkTree,
  WritePlan,
} from '../../git/repository.ts'
import type { ContentWriter } from '../content-writer.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import { isMediaPath } from '../files/media-files.ts'
import { parsePostFile, postIdOf } from '../formats/parse-post-file.ts'
import { checkFreeIds } from '../index/check-free-ids.ts'
import { imagesOfPosts } from '../index/shown-images.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord } from '../records.ts'
import type { DeletedPost, Saved } from '../store.ts'
import type { HistoryReader } from './history-reader.ts'

/** Deleted posts that are listed, newest first. */
const DELETED_MAX = 200

interface HistoryDeps {
  repository: Repository
  writer: ContentWriter
  live: LiveContent
  /** The names that a post had. */
  reader: Pick<HistoryReader, 'lineAt'>
}

export class ContentHistory {
  readonly #deps: HistoryDeps

  constructor(deps: HistoryDeps) {
    this.#deps = deps
  }

  /** @throws NotFoundError for a post or project that never was */
  async history(
    of: { post?: string; project?: string },
    asked: AskedList = {},
  ): Promise<HistoryEntry[]> {
    const { repository } = this.#deps
    if (of.post === undefined && of.project === undefined) return repository.history(asked)
    const names = of.post === undefined ? null : this.#namesOfPost(of.post)
    if (names !== null) return repository.historyOfNames(names, asked)
    const paths =
      of.post !== undefined
        ? await this.#pathsOfPost(of.post, asked.asker)
        : this.#pathOfProject(of.project ?? '')
    if (paths.length === 0) {
      throw new NotFoundError(of.post !== undefined ? 'Post not found' : 'Project not found')
    }
    return repository.history({ ...asked, paths })
  }

  async postAt(commit: CommitId, id: string): Promise<PostRecord> {
    const { repository } = this.#deps
    const entry = await repository.commit(commit)
    if (entry === null) throw new NotFoundError('Commit not found')
    const own = entry.files.filter((path) => isPostPath(path, id))
    for (const path of new Set([...own, ...(await this.#pathsOfPost(id))])) {
      const file = await repository.readFileAt(commit, path)
      const post = file && this.#parse(path, file.bytes, entry.date)
      if (post) return post
    }
    throw new NotFoundError('Post not found')
  }

  async deletedPosts(asker?: AbortSignal): Promise<DeletedPost[]> {
    const { repository, live } = this.#deps
    const deleted: DeletedPost[] = []
    const seen = new Set<string>()
    for (const revision of await repository.deletedFiles('posts', asker)) {
      const { commit, date, path, before } = revision
      if (deleted.length >= DELETED_MAX) break
      const id = postIdOf(path)
      if (before === null || !isPostPath(path, id) || seen.has(id)) continue
      if (live.snapshot().posts.has(id)) continue
      seen.add(id)
      const bytes = await repository.readRevision(before, path)
      const post = bytes && this.#parse(path, bytes, date)
      if (post) deleted.push({ post, commit, date })
    }
    return deleted
  }

  async revert(commit: CommitId): Promise<Saved<HistoryEntry>> {
    const { repository, writer } = this.#deps
    const undone = await repository.commit(commit)
    if (undone === null) throw new NotFoundError('Commit not found')
    const written = await writer.write(
      (tree) => planRevert(tree, undone, this.#deps),
      (changes) => changes.map(({ path }) => path),
    )
    const entry = written.commit === null ? undone : await repository.commit(written.commit)
    return { value: entry ?? undone, commit: written.commit, merged: false }
  }

  #parse(path: string, bytes: Uint8Array, date: string): PostRecord | null {
    const timeZone = this.#deps.live.snapshot().site.time_zone
    const fallbackDate = Date.parse(date) || 0
    return parsePostFile({ path, bytes }, { timeZone, fallbackDate }).value
  }

  /** Names that the post's file has and had, the newest first; null when there is no post. */
  #namesOfPost(id: string): string[] | null {
    const { live, reader } = this.#deps
    const present = live.snapshot().posts.get(id)?.path
    if (present === undefined) return null
    const names = [present]
    for (const { path } of reader.lineAt(present)?.versions.toReversed() ?? []) {
      if (path !== names.at(-1)) names.push(path)
    }
    return names
  }

  /** Paths that are or were the post's. */
  async #pathsOfPost(id: string, asker?: AbortSignal): Promise<string[]> {
    const names = this.#namesOfPost(id)
    if (names !== null) return [...new Set(names)]
    const deleted = await this.#deps.repository.deletedFiles('posts', asker)
    const paths = deleted.map(({ path }) => path).filter((path) => isPostPath(path, id))
    return [...new Set(paths)]
  }

  #pathOfProject(id: string): string[] {
    const path = this.#deps.live.snapshot().projectsById.get(id)?.path
    return path === undefined ? [] : [path]
  }
}

/** One new commit that undoes another. The value is what it changes. @throws ConflictError */
async function planRevert(
  tree: WorkTree,
  { commit, subject }: HistoryEntry,
  { repository, live }: Pick<HistoryDeps, 'repository' | 'live'>,
): Promise<WritePlan<readonly FileChange[]>> {
  const undoing = await repository.undoing(commit, tree)
  await checkFreeIds(undoing, { tree, live })
  const undone = new Set(undoing.map(({ path }) => path))
  const posts = live.snapshot().allPosts.filter((post) => !undone.has(post.path))
  const takesImage = ({ path, bytes }: FileChange) => bytes === null && isMediaPath(path)
  // An image that a post still shows stays.
  const shown = undoing.some(takesImage) ? await imagesOfPosts(posts) : new Set()
  const changes = undoing.filter((change) => !(takesImage(change) && shown.has(change.path)))
  return { changes, subject: `Undo: ${subject}`, value: changes }
}

function isPostPath(path: string, id: string): boolean {
  const file = classifyPath(path)
  return file !== null && !isProblem(file) && file.kind === 'post' && file.id === id
}
