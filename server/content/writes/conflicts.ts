/** Lists, shows and resolves conflicts of merges with the remote: each has a copy beside its file. */
import type { FileConflict, FileConflictVersions } from '#domain/answers/repair-answers.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import {
  type BlobId,
  blobId,
  type Change,
  type FileChange,
  isVersion,
  type WorkTree,
} from '../../git/repository.ts'
import type { ContentAccess } from '../content-access.ts'
import { conflictProblem, contentFileAt, fileIdOf, originalPath } from '../files/content-paths.ts'
import { withStateOf } from '../formats/merge-files.ts'
import { textOfBytes } from '../formats/text-bytes.ts'
import type { Problem, Saved } from '../records.ts'
import type { TextFiles } from './text-files.ts'

const GONE = 'This conflict is no longer there.'

/** Resolution of a conflict. */
interface ConflictChoice {
  /** The file's new text; null keeps the site's. */
  text: string | null
  /** Revisions that the choice was based on. */
  site: BlobId | null
  other: BlobId | null
}

export class Conflicts {
  readonly #content: ContentAccess
  readonly #texts: TextFiles

  constructor(content: ContentAccess, texts: TextFiles) {
    this.#content = content
    this.#texts = texts
  }

  /** Copies whose file is there. */
  list(): FileConflict[] {
    const { contentFiles } = this.#content
    const { allPosts, posts, problems } = this.#content.snapshot()
    const drafts = allPosts.flatMap(({ draft, path }) => (draft ? [path] : []))
    const copies = new Set([...drafts, ...problems.map(({ file }) => file)])
    return [...copies].flatMap((copy) => {
      const beside = originalPath(copy)
      if (beside === null) return []
      const isPost = contentFileAt(copy)?.kind === 'post'
      const file = (isPost && posts.get(fileIdOf(beside))?.path) || beside
      return contentFiles.stamp(file) === null ? [] : [{ id: fileIdOf(copy), file, copy }]
    })
  }

  /** Problems of the copies that are posts; the others are problems by their name. */
  problems(): Problem[] {
    return this.list().flatMap(({ copy, file }) =>
      contentFileAt(copy) === null ? [] : [conflictProblem(copy, file)],
    )
  }

  /** Both texts of a conflict. @throws NotFoundError */
  async read(id: string): Promise<FileConflictVersions> {
    const match = this.#find(id)
    const site = await this.#texts.read(match.file)
    const content = this.#content.contentFiles.read(match.copy)
    const bytes = content && 'bytes' in content ? content.bytes : null
    const text = bytes && textOfBytes(bytes)
    if (bytes === null || text === null) throw new NotFoundError(GONE)
    const isPost = contentFileAt(match.copy)?.kind === 'post'
    const other = {
      path: match.copy,
      text: isPost ? withStateOf(text, site.text) : text,
      revision: blobId(bytes),
      problems: [],
    }
    return { ...match, site, other }
  }

  /** Resolves a conflict by one commit. @throws NotFoundError, ConflictError, AppError 400 */
  async resolve(id: string, choice: ConflictChoice): Promise<Saved<FileConflict>> {
    const match = this.#find(id)
    return this.#content.write((tree) => this.#planResolve(tree, match, choice))
  }

  /** @throws ConflictError, AppError 400 */
  async #planResolve(
    tree: WorkTree,
    match: FileConflict,
    choice: ConflictChoice,
  ): Promise<Change<FileConflict>> {
    const { file, copy } = match
    const site = await tree.read(file)
    const other = await tree.read(copy)
    if (!isVersion(other, choice.other) || !isVersion(site, choice.site)) {
      throw new ConflictError('One of the two texts was changed meanwhile. Look at them again.')
    }
    const changes: FileChange[] = [{ path: copy, bytes: null }]
    if (choice.text !== null) {
      const old = site?.bytes ?? other?.bytes ?? null
      changes.push({ path: file, bytes: this.#texts.readableBytes(file, choice.text, old) })
    }
    const name = this.#content.snapshot().allPosts.find(({ path }) => path === file)?.title ?? file
    const verb = choice.text === null ? 'Keep the text of the site' : 'Put two texts together'
    return { changes, subject: `${verb}: ${name}`, value: match }
  }

  #find(id: string): FileConflict {
    const match = this.list().find((conflict) => conflict.id === id)
    if (!match) throw new NotFoundError(GONE)
    return match
  }
}
