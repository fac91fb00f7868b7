/**
 * Lists, shows and resolves conflicts of merges with the remote. The other version of a post is a
 * draft beside it; that of another file is only in the history.
 */
import type { FileConflict, FileConflictVersions } from '#domain/answers/repair-answers.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import {
  type BlobId,
  type FileChange,
  isVersion,
  type OpenConflict,
  type WorkTree,
  type WritePlan,
} from '../../git/repository.ts'
import type { ContentAccess } from '../content-access.ts'
import { originalOf, withStateOf } from '../formats/merge-files.ts'
import { bytesOfText, textOfBytes } from '../formats/text-bytes.ts'
import type { Saved } from '../records.ts'
import { type TextFiles, unreadableText } from './text-files.ts'

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

  /** Conflicts with a draft, then those of files that have not changed since. */
  async list(): Promise<FileConflict[]> {
    const mergeConflicts = await this.#content.repository.parts().conflicts.list()
    const others = mergeConflicts
      .filter(isOpen)
      .map(({ ours, file }) => ({ id: ours, file, copy: null }))
    const first = ({ id }: FileConflict) => others.findIndex((other) => other.id === id)
    return [...this.#copies(), ...others.filter((other, index) => first(other) === index)]
  }

  /** Both texts of a conflict and their base. @throws NotFoundError */
  async read(id: string): Promise<FileConflictVersions> {
    const { repository, contentFiles } = this.#content
    const match = await this.#find(id)
    const { file, copy } = match
    const mergeConflicts = await repository.parts().conflicts.list()
    const isThere = contentFiles.stamp(file) !== null
    const site = isThere ? await this.#texts.read(file) : null
    const merge = mergeConflicts.find((one) =>
      copy === null ? isOpen(one) && one.ours === id : one.copy === copy,
    )
    const base = await this.#textOf(file, merge?.base ?? null)
    if (copy !== null) {
      const other = await this.#texts.read(copy)
      const text = withStateOf(other.text, site?.text ?? null)
      return { ...match, site, other: { ...other, text }, base }
    }
    const text = await this.#textOf(file, id)
    if (text === null) throw new NotFoundError(GONE)
    return { ...match, site, other: { path: file, text, revision: id, problems: [] }, base }
  }

  /** Resolves a conflict by one commit. @throws NotFoundError, ConflictError, AppError 400 */
  async resolve(id: string, choice: ConflictChoice): Promise<Saved<FileConflict>> {
    const match = await this.#find(id)
    const saved = await this.#content.write((tree) => this.#planResolve(tree, match, choice))
    if (match.copy === null && saved.commit === null)
      await this.#content.repository.parts().displaced.setDismissed(id, true)
    return saved
  }

  /** @throws ConflictError, AppError 400 */
  async #planResolve(
    tree: WorkTree,
    match: FileConflict,
    choice: ConflictChoice,
  ): Promise<WritePlan<FileConflict>> {
    const { file, copy } = match
    const site = await tree.read(file)
    const other = copy === null ? null : await tree.read(copy)
    const isStale = copy !== null && !isVersion(other, choice.other)
    if (isStale || !isVersion(site, choice.site)) {
      throw new ConflictError('One of the two texts was changed meanwhile. Look at them again.')
    }
    const changes: FileChange[] = copy === null ? [] : [{ path: copy, bytes: null }]
    if (choice.text !== null) {
      const bytes = bytesOfText(choice.text, site?.bytes ?? other?.bytes ?? null)
      const fault = this.#texts.faultOf(file, bytes)
      if (fault !== null) throw unreadableText(fault, false)
      changes.push({ path: file, bytes })
    }
    const name = this.#content.snapshot().allPosts.find(({ path }) => path === file)?.title ?? file
    const verb = choice.text === null ? 'Keep the text of the site' : 'Put two texts together'
    return { changes, subject: `${verb}: ${name}`, value: match }
  }

  #copies(): FileConflict[] {
    const { posts, allPosts } = this.#content.snapshot()
    return allPosts.flatMap((copy) => {
      const original = originalOf(copy)
      if (original === null) return []
      const besides = copy.path.replace(/-conflict-[0-9a-f]{7}\.md$/, '.md')
      return [{ id: copy.id, file: posts.get(original)?.path ?? besides, copy: copy.path }]
    })
  }

  async #find(id: string): Promise<FileConflict> {
    const match = (await this.list()).find((conflict) => conflict.id === id)
    if (!match) throw new NotFoundError(GONE)
    return match
  }

  async #textOf(path: string, blob: BlobId | null): Promise<string | null> {
    const bytes = blob && (await this.#content.repository.parts().history.readRevision(blob, path))
    return bytes && textOfBytes(bytes)
  }
}

/** Whether only the history has the other version and the file has not changed since. */
function isOpen(conflict: OpenConflict): conflict is OpenConflict & { ours: BlobId } {
  return conflict.copy === null && conflict.ours !== null && !conflict.isChangedSince
}
