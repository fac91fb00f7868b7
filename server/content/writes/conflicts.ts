/** Lists, shows and resolves conflicts of merges with the remote: each has a copy beside its file. */
import type { FileConflict, FileConflictVersions } from '#domain/answers/repair-answers.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import { type BlobId, blobId, type FileChange, isVersion } from '../../git/repository.ts'
import type { ContentStore } from '../content-store.ts'
import { conflictProblem, contentFileAt, fileIdOf, originalPath } from '../files/content-paths.ts'
import { withStateOf } from '../formats/merge-files.ts'
import { textOfBytes } from '../formats/text-bytes.ts'
import type { Problem } from '../problem.ts'
import type { Saved } from '../records.ts'
import { readableBytes, readText } from './text-files.ts'

const GONE = 'This conflict is no longer there.'

interface ConflictChoice {
  /** The file's new text; null keeps the site's. */
  text: string | null
  /** Revisions that the choice was based on. */
  site: BlobId | null
  other: BlobId | null
}

/** Copies whose file is there. */
export function listConflicts(store: ContentStore): FileConflict[] {
  const { allPosts, posts, problems } = store.snapshot()
  const drafts = allPosts.flatMap(({ draft, path }) => (draft ? [path] : []))
  const copies = new Set([...drafts, ...problems.map(({ file }) => file)])
  return [...copies].flatMap((copy) => {
    const beside = originalPath(copy)
    if (beside === null) return []
    const file = (isPost(copy) && posts.get(fileIdOf(beside))?.path) || beside
    return store.contentFiles.stamp(file) === null ? [] : [{ id: fileIdOf(copy), file, copy }]
  })
}

/** Problems of the copies that are posts; the others are problems by their name. */
export function conflictProblems(store: ContentStore): Problem[] {
  const copies = listConflicts(store).filter(({ copy }) => isPost(copy))
  return copies.map(({ copy, file }) => conflictProblem(copy, file))
}

/** Both texts of a conflict. @throws NotFoundError */
export function readConflict(store: ContentStore, id: string): FileConflictVersions {
  const match = find(store, id)
  const site = readText(store, match.file)
  const content = store.contentFiles.read(match.copy)
  const bytes = content && 'bytes' in content ? content.bytes : null
  const text = bytes && textOfBytes(bytes)
  if (bytes === null || text === null) throw new NotFoundError(GONE)
  const other = {
    path: match.copy,
    text: isPost(match.copy) ? withStateOf(text, site.text) : text,
    revision: blobId(bytes),
    problems: [],
  }
  return { ...match, site, other }
}

/** Resolves a conflict by one commit. @throws NotFoundError, ConflictError, AppError 400 */
export async function resolveConflict(
  store: ContentStore,
  id: string,
  choice: ConflictChoice,
): Promise<Saved<FileConflict>> {
  const match = find(store, id)
  const { file, copy } = match
  return store.write(async (tree) => {
    const site = await tree.read(file)
    const other = await tree.read(copy)
    if (!isVersion(other, choice.other) || !isVersion(site, choice.site)) {
      throw new ConflictError('One of the two texts was changed meanwhile. Look at them again.')
    }
    const changes: FileChange[] = [{ path: copy, bytes: null }]
    if (choice.text !== null) {
      const old = site?.bytes ?? other?.bytes ?? null
      const bytes = readableBytes(store, { path: file, text: choice.text, old })
      changes.push({ path: file, bytes })
    }
    const name = store.snapshot().allPosts.find(({ path }) => path === file)?.title ?? file
    const verb = choice.text === null ? 'Keep the text of the site' : 'Put two texts together'
    return { changes, subject: `${verb}: ${name}`, value: match }
  })
}

function find(store: ContentStore, id: string): FileConflict {
  const match = listConflicts(store).find((conflict) => conflict.id === id)
  if (!match) throw new NotFoundError(GONE)
  return match
}

const isPost = (copy: string) => contentFileAt(copy)?.kind === 'post'
