/** What git remembers of the content: commits, old versions, deleted posts, and undoing. */
import { NotFoundError } from '../../errors.ts'
import type {
  AskedList,
  CommitId,
  FileChange,
  HistoryEntry,
  Repository,
} from '../../git/repository.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import { isMediaPath } from '../files/media-files.ts'
import { parsePostFile, postIdOf } from '../formats/parse-post-file.ts'
import { checkFreeIds } from '../index/check-free-ids.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord } from '../records.ts'
import type { DeletedPost, Saved } from '../store.ts'
import type { PostPast } from './post-history.ts'

/** Deleted posts that are listed, newest first. */
const DELETED_MAX = 200

export function createContentHistory(edges: {
  repository: Repository
  live: LiveContent
  past: Pick<PostPast, 'lineAt'>
}) {
  const { repository, live, past } = edges

  function parse(path: string, bytes: Uint8Array, date: string): PostRecord | null {
    const timeZone = live.snapshot().site.time_zone
    const fallbackDate = Date.parse(date) || 0
    return parsePostFile({ path, bytes }, { timeZone, fallbackDate }).value
  }

  /** Names that the post's file has and had, the newest first; null when there is no post. */
  function namesOfPost(id: string): string[] | null {
    const present = live.snapshot().posts.get(id)?.path
    if (present === undefined) return null
    const names = [present]
    for (const { path } of past.lineAt(present)?.versions.toReversed() ?? []) {
      if (path !== names.at(-1)) names.push(path)
    }
    return names
  }

  /** Paths that are or were the post's. */
  async function pathsOfPost(id: string, asker?: AbortSignal): Promise<string[]> {
    const names = namesOfPost(id)
    if (names !== null) return [...new Set(names)]
    const deleted = await repository.deletedFiles('posts', asker)
    const paths = deleted.map(({ path }) => path).filter((path) => isPostPath(path, id))
    return [...new Set(paths)]
  }

  function pathOfProject(id: string): string[] {
    const path = live.snapshot().projectsById.get(id)?.path
    return path === undefined ? [] : [path]
  }

  return {
    /** @throws NotFoundError for a post or project that never was */
    async history(
      of: { post?: string; project?: string },
      asked: AskedList = {},
    ): Promise<HistoryEntry[]> {
      if (of.post === undefined && of.project === undefined) return repository.history(asked)
      const names = of.post === undefined ? null : namesOfPost(of.post)
      if (names !== null) return repository.historyOfNames(names, asked)
      const paths =
        of.post !== undefined
          ? await pathsOfPost(of.post, asked.asker)
          : pathOfProject(of.project ?? '')
      if (paths.length === 0) {
        throw new NotFoundError(of.post !== undefined ? 'Post not found' : 'Project not found')
      }
      return repository.history({ ...asked, paths })
    },

    async postAt(commit: CommitId, id: string): Promise<PostRecord> {
      const entry = await repository.commit(commit)
      if (entry === null) throw new NotFoundError('Commit not found')
      const own = entry.files.filter((path) => isPostPath(path, id))
      for (const path of new Set([...own, ...(await pathsOfPost(id))])) {
        const file = await repository.readFileAt(commit, path)
        const post = file && parse(path, file.bytes, entry.date)
        if (post) return post
      }
      throw new NotFoundError('Post not found')
    },

    async deletedPosts(asker?: AbortSignal): Promise<DeletedPost[]> {
      const deleted: DeletedPost[] = []
      const seen = new Set<string>()
      const revisions = await repository.deletedFiles('posts', asker)
      for (const { commit, date, path, before } of revisions) {
        if (deleted.length >= DELETED_MAX) break
        const id = postIdOf(path)
        if (before === null || !isPostPath(path, id) || seen.has(id)) continue
        if (live.snapshot().posts.has(id)) continue
        seen.add(id)
        const bytes = await repository.readRevision(before, path)
        const post = bytes && parse(path, bytes, date)
        if (post) deleted.push({ post, commit, date })
      }
      return deleted
    },

    async revert(commit: CommitId): Promise<Saved<HistoryEntry>> {
      const undone = await repository.commit(commit)
      if (undone === null) throw new NotFoundError('Commit not found')
      const written = await repository.write(async (tree) => {
        const undoing = await repository.undoing(commit, tree)
        await checkFreeIds(undoing, { tree, live })
        const changes = undoing.filter((change) => !isStillShown(change, undoing))
        return { changes, subject: `Undo: ${undone.subject}`, value: changes }
      })
      await live.refresh(written.value.map(({ path }) => path))
      const entry = written.commit === null ? undone : await repository.commit(written.commit)
      return { value: entry ?? undone, commit: written.commit, merged: false }
    },
  }

  /** Whether an image that the undoing would remove is named by a post that the undoing leaves. */
  function isStillShown({ path, bytes }: FileChange, undoing: readonly FileChange[]): boolean {
    if (bytes !== null || !isMediaPath(path)) return false
    const undone = new Set(undoing.map((change) => change.path))
    return live
      .snapshot()
      .allPosts.some((post) => !undone.has(post.path) && post.content.includes(`/${path}`))
  }
}

function isPostPath(path: string, id: string): boolean {
  const file = classifyPath(path)
  return file !== null && !isProblem(file) && file.kind === 'post' && file.id === id
}
