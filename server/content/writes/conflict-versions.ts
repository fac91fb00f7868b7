/**
 * The conflicts that merges with the remote have left: which there are, both texts of one, and the
 * commit that ends it. The other version of a post is a draft beside it; that of another file is
 * kept by the history alone.
 */
import { ConflictError, NotFoundError } from '../../errors.ts'
import {
  type BlobId,
  type FileChange,
  isVersion,
  type LeftConflict,
  type Repository,
} from '../../git/repository.ts'
import { bytesOfText, textOfBytes } from '../formats/edits/text-bytes.ts'
import { withStateOf } from '../formats/edits/with-state-of.ts'
import { checkFreeIds } from '../index/check-free-ids.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord } from '../records.ts'
import type {
  ConflictChoice,
  ConflictVersions,
  ContentText,
  FileConflict,
  Saved,
} from '../store.ts'
import { originalOf } from './conflict-copies.ts'
import { type TextFiles, unreadableText } from './text-files.ts'

const GONE = 'This conflict is no longer there.'

interface Edges {
  repository: Repository
  live: LiveContent
  texts: TextFiles
}

export function createConflictVersions({ repository, live, texts }: Edges) {
  function copyConflict(copy: PostRecord): FileConflict[] {
    const original = originalOf(copy)
    if (original === null) return []
    const besides = copy.path.replace(/-conflict-[0-9a-f]{7}\.md$/, '.md')
    const file = live.snapshot().posts.get(original)?.path ?? besides
    return [{ id: copy.id, file, copy: copy.path }]
  }

  const copies = () => live.snapshot().allPosts.flatMap(copyConflict)

  /** Those that nobody has decided by changing the file since. */
  async function uncopied(): Promise<(FileConflict & LeftConflict)[]> {
    const left = await repository.mergeConflicts()
    const open = left.flatMap((conflict) => {
      const { copy, ours, isChangedSince } = conflict
      if (copy !== null || ours === null || isChangedSince) return []
      return [{ ...conflict, id: ours }]
    })
    return open.filter(({ id }, index) => open.findIndex((other) => other.id === id) === index)
  }

  async function textOf(path: string, blob: BlobId | null): Promise<string | null> {
    const bytes = blob === null ? null : await repository.readRevision(blob, path)
    return bytes && textOfBytes(bytes)
  }

  /** The site's version; null where it was deleted. */
  async function siteText(path: string): Promise<ContentText | null> {
    try {
      return await texts.readText(path)
    } catch (error) {
      if (error instanceof NotFoundError) return null
      throw error
    }
  }

  async function versionsOfCopy(found: FileConflict & { copy: string }): Promise<ConflictVersions> {
    const [copy, site, left] = await Promise.all([
      texts.readText(found.copy),
      siteText(found.file),
      repository.mergeConflicts(),
    ])
    const merge = left.find((conflict) => conflict.copy === found.copy)
    const other = { ...copy, text: withStateOf(copy.text, site?.text ?? null) }
    return { ...found, site, other, base: await textOf(found.file, merge?.base ?? null) }
  }

  async function versionsOfFile(found: FileConflict & LeftConflict): Promise<ConflictVersions> {
    const { id, file, base } = found
    const text = await textOf(file, id)
    if (text === null) throw new NotFoundError(GONE)
    return {
      ...{ id, file, copy: null },
      site: await siteText(file),
      other: { path: file, text, revision: id, problems: [] },
      base: await textOf(file, base),
    }
  }

  async function find(id: string): Promise<FileConflict> {
    const all = [...copies(), ...(await uncopied())]
    const found = all.find((conflict) => conflict.id === id)
    if (!found) throw new NotFoundError(GONE)
    return found
  }

  return {
    async conflicts(): Promise<FileConflict[]> {
      const others = (await uncopied()).map(({ id, file }) => ({ id, file, copy: null }))
      return [...copies(), ...others]
    },

    async conflict(id: string): Promise<ConflictVersions> {
      const copy = copies().find((conflict) => conflict.id === id)
      if (copy?.copy != null) return versionsOfCopy({ ...copy, copy: copy.copy })
      const other = (await uncopied()).find((conflict) => conflict.id === id)
      if (!other) throw new NotFoundError(GONE)
      return versionsOfFile(other)
    },

    async resolveConflict(id: string, choice: ConflictChoice): Promise<Saved<FileConflict>> {
      const found = await find(id)
      const { file, copy } = found
      const { commit } = await repository.write(async (tree) => {
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
        return { changes, subject: subjectOf(found, choice), value: null }
      })
      if (copy === null && commit === null) await repository.settle(id, true)
      await live.refresh([file, ...(copy === null ? [] : [copy])])
      return { value: found, commit, merged: false }
    },
  }

  function subjectOf({ file }: FileConflict, { text }: ConflictChoice): string {
    const post = live.snapshot().allPosts.find(({ path }) => path === file)
    const name = post?.title ?? file
    return text === null ? `Keep the text of the site: ${name}` : `Put two texts together: ${name}`
  }
}
