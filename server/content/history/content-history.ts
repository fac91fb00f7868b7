/** The content's git history: commits, old versions, deleted posts, undo. */
import { NotFoundError } from '../../errors.ts'
import { type CommitId, type LogCommit, undoCommit } from '../../git/repository.ts'
import type { ContentStore } from '../content-store.ts'
import { fileIdOf } from '../files/content-paths.ts'
import { parsePostFile } from '../formats/post-file.ts'
import type { PostRecord, Saved } from '../records.ts'

const DELETED_MAX = 200

/** Commits of the content, a post or a project, newest first. @throws NotFoundError */
export async function listCommits(
  store: ContentStore,
  of: { post?: string; project?: string },
  limit?: number,
): Promise<LogCommit[]> {
  const { history } = store.repository.parts()
  if (of.post === undefined && of.project === undefined) return history.list(null, limit)
  const project = store.snapshot().projectNamed(of.project ?? '')
  const paths =
    of.post === undefined ? [project?.path ?? []].flat() : await pathsOfPost(store, of.post)
  if (paths.length > 0) return history.list(paths, limit)
  throw new NotFoundError(of.post === undefined ? 'Project not found' : 'Post not found')
}

/** A post in a commit, under its name then or now. @throws NotFoundError */
export async function postAt(
  store: ContentStore,
  commit: CommitId,
  id: string,
): Promise<PostRecord> {
  const { history } = store.repository.parts()
  const entry = await history.show(commit)
  if (entry === null) throw new NotFoundError('Commit not found')
  for (const path of await pathsOfPost(store, id)) {
    const file = await history.readFileAt(commit, path)
    const post = file && parseOld(store, { path, bytes: file.bytes }, entry.date)
    if (post) return post
  }
  throw new NotFoundError('Post not found')
}

/** Deleted posts that were not restored, with their commits, latest deletion first. */
export async function deletedPosts(store: ContentStore) {
  const { repository, records, historyFollower } = store
  const { history } = repository.parts()
  await historyFollower.readToHead()
  const deleted: { post: PostRecord; commit: CommitId; date: string }[] = []
  const seen = new Set<string>()
  for (const { path, revision, deletion } of historyFollower.timeline.deletedPosts()) {
    if (deleted.length >= DELETED_MAX) break
    const id = fileIdOf(path)
    if (deletion === null || seen.has(id)) continue
    if (store.snapshot().posts.has(id) || records.revisionOf(path) !== null) continue
    seen.add(id)
    const { commit, date } = deletion
    const bytes = await history.readRevision(revision, path)
    const post = bytes && parseOld(store, { path, bytes }, date)
    if (post) deleted.push({ post, commit, date })
  }
  return deleted
}

/** Undoes one commit as a new one. @throws NotFoundError, ConflictError */
export async function undo(store: ContentStore, commit: CommitId): Promise<Saved<LogCommit>> {
  const { history } = store.repository.parts()
  const undone = await history.show(commit)
  if (undone === null) throw new NotFoundError('Commit not found')
  const saved = await store.write(async (tree) => {
    const changes = await undoCommit(history, commit, tree)
    return { changes, subject: `Undo: ${undone.subject}`, value: null }
  })
  const newEntry = saved.commit === null ? undone : await history.show(saved.commit)
  return { ...saved, value: newEntry ?? undone }
}

/** @param date of the commit, for a post without one */
function parseOld(store: ContentStore, file: { path: string; bytes: Uint8Array }, date: string) {
  const timeZone = store.snapshot().site.time_zone
  return parsePostFile(file, { timeZone, fallbackDate: Date.parse(date) || 0 }).value
}

/** Present or last path of a post, then the former ones, newest first; empty for an unknown post. */
async function pathsOfPost(store: ContentStore, id: string): Promise<string[]> {
  const { historyFollower } = store
  const path = store.snapshot().posts.get(id)?.path
  if (path === undefined) await historyFollower.readToHead()
  const { timeline } = historyFollower
  if (path !== undefined) return [path, ...(timeline.postAt(path)?.formerPaths ?? [])]
  const deleted = timeline.deletedPosts().filter((post) => fileIdOf(post.path) === id)
  return deleted.flatMap((post) => [post.path, ...post.formerPaths])
}
