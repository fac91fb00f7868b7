/**
 * The conflicts that merges with the remote have left: which there are, both texts of one, and the
 * commit that ends it. The other version of a post is a draft beside it; that of another file is
 * kept by the history alone.
 */
import type {
  ContentText,
  FileConflict,
  FileConflictVersions,
} from '#domain/answers/repair-answers.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import {
  type BlobId,
  type FileChange,
  isVersion,
  type LeftConflict,
  type Repository,
  type WorkTree,
  type WritePlan,
} from '../../git/repository.ts'
import type { ContentWriter } from '../content-writer.ts'
import { originalOf, withStateOf } from '../formats/conflict-copy.ts'
import { bytesOfText, textOfBytes } from '../formats/text-bytes.ts'
import { checkFreeIds } from '../index/free-ids.ts'
import type { LiveContent } from '../live-content.ts'
import type { Saved } from '../records.ts'
import { type TextFiles, unreadableText } from './text-files.ts'

const GONE = 'This conflict is no longer there.'

/** How a conflict ends. */
interface ConflictChoice {
  /** The file's text from now on; null keeps what the site has. */
  text: string | null
  /** The versions that the choice was made between. */
  site: BlobId | null
  other: BlobId | null
}

interface ConflictDeps {
  repository: Repository
  writer: ContentWriter
  live: LiveContent
  texts: TextFiles
}

export class Conflicts {
  readonly #deps: ConflictDeps

  constructor(deps: ConflictDeps) {
    this.#deps = deps
  }

  async list(): Promise<FileConflict[]> {
    const others = (await this.#uncopied()).map(({ id, file }) => ({ id, file, copy: null }))
    return [...this.#copies(), ...others]
  }

  /** @throws NotFoundError */
  async read(id: string): Promise<FileConflictVersions> {
    const copied = this.#copies().find((conflict) => conflict.id === id)
    if (copied?.copy != null) return this.#versionsOfCopy({ ...copied, copy: copied.copy })
    const other = (await this.#uncopied()).find((conflict) => conflict.id === id)
    if (!other) throw new NotFoundError(GONE)
    return this.#versionsOfFile(other)
  }

  /** One commit that ends a conflict. @throws NotFoundError, ConflictError, AppError 400 */
  async resolve(id: string, choice: ConflictChoice): Promise<Saved<FileConflict>> {
    const { repository, writer } = this.#deps
    const found = (await this.list()).find((conflict) => conflict.id === id)
    if (!found) throw new NotFoundError(GONE)
    const { copy } = found
    const { commit } = await writer.write((tree) =>
      planResolve(tree, { found, choice }, this.#deps),
    )
    if (copy === null && commit === null) await repository.settle(id, true)
    return { value: found, commit, merged: false }
  }

  /** Those whose other version is a draft beside the post. */
  #copies(): FileConflict[] {
    const { posts, allPosts } = this.#deps.live.snapshot()
    return allPosts.flatMap((copy) => {
      const original = originalOf(copy)
      if (original === null) return []
      const besides = copy.path.replace(/-conflict-[0-9a-f]{7}\.md$/, '.md')
      return [{ id: copy.id, file: posts.get(original)?.path ?? besides, copy: copy.path }]
    })
  }

  /** Those whose other version only the history has, and that no change of the file has ended. */
  async #uncopied(): Promise<(FileConflict & LeftConflict)[]> {
    const left = await this.#deps.repository.mergeConflicts()
    const open = left.flatMap((conflict) => {
      const { copy, ours, isChangedSince } = conflict
      if (copy !== null || ours === null || isChangedSince) return []
      return [{ ...conflict, id: ours }]
    })
    return open.filter(({ id }, index) => open.findIndex((other) => other.id === id) === index)
  }

  async #versionsOfCopy(found: FileConflict & { copy: string }): Promise<FileConflictVersions> {
    const [copy, site, left] = await Promise.all([
      this.#deps.texts.read(found.copy),
      this.#siteText(found.file),
      this.#deps.repository.mergeConflicts(),
    ])
    const merge = left.find((conflict) => conflict.copy === found.copy)
    const other = { ...copy, text: withStateOf(copy.text, site?.text ?? null) }
    return { ...found, site, other, base: await this.#textOf(found.file, merge?.base ?? null) }
  }

  async #versionsOfFile(found: FileConflict & LeftConflict): Promise<FileConflictVersions> {
    const { id, file, base } = found
    const text = await this.#textOf(file, id)
    if (text === null) throw new NotFoundError(GONE)
    return {
      ...{ id, file, copy: null },
      site: await this.#siteText(file),
      other: { path: file, text, revision: id, problems: [] },
      base: await this.#textOf(file, base),
    }
  }

  async #textOf(path: string, blob: BlobId | null): Promise<string | null> {
    const bytes = blob === null ? null : await this.#deps.repository.readRevision(blob, path)
    return bytes && textOfBytes(bytes)
  }

  /** The site's version; null where it was deleted. */
  async #siteText(path: string): Promise<ContentText | null> {
    try {
      return await this.#deps.texts.read(path)
    } catch (error) {
      if (error instanceof NotFoundError) return null
      throw error
    }
  }
}

/** Ends a conflict with the text that was chosen. @throws ConflictError, AppError 400 */
async function planResolve(
  tree: WorkTree,
  { found, choice }: { found: FileConflict; choice: ConflictChoice },
  { live, texts }: Pick<ConflictDeps, 'live' | 'texts'>,
): Promise<WritePlan<null>> {
  const { file, copy } = found
  const site = await tree.read(file)
  const other = copy === null ? null : await tree.read(copy)
  const isStale = copy !== null && !isVersion(other, choice.other)
  if (isStale || !isVersion(site, choice.site)) {
    throw new ConflictError('One of the two texts was changed meanwhile. Look at them again.')
  }
  const changes: FileChange[] = copy === null ? [] : [{ path: copy, bytes: null }]
  if (choice.text !== null) {
    const bytes = bytesOfText(choice.text, site?.bytes ?? other?.bytes ?? null)
    const fault = texts.faultOf(file, bytes)
    if (fault !== null) throw unreadableText(fault, false)
    changes.push({ path: file, bytes })
  }
  await checkFreeIds(changes, { tree, live })
  const name = live.snapshot().allPosts.find(({ path }) => path === file)?.title ?? file
  const verb = choice.text === null ? 'Keep the text of the site' : 'Put two texts together'
  return { changes, subject: `${verb}: ${name}`, value: null }
}
