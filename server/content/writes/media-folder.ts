/** The images of the content folder: what there is, which posts show one, and taking one away. */
import { AppError, NotFoundError } from '../../errors.ts'
import type { Repository, WorkTree, WritePlan } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Turns } from '../../workers/turns.ts'
import type { ContentWriter } from '../content-writer.ts'
import type { ContentFiles } from '../files/content-files.ts'
import { isImagePath, MEDIA_FOLDER } from '../files/media-files.ts'
import { textOfBytes } from '../formats/edits/text-bytes.ts'
import { imagesIn, imagesOfPost } from '../index/shown-images.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord } from '../records.ts'
import type { ContentImage, ImageUses, Saved } from '../store.ts'

interface MediaDeps {
  files: Pick<ContentFiles, 'images' | 'read'>
  repository: Pick<Repository, 'firstCommitDates'>
  writer: ContentWriter
  live: Pick<LiveContent, 'snapshot' | 'rescan'>
  log: Log
}

export class MediaFolder {
  readonly #deps: MediaDeps
  /** First commits of images that are there, in milliseconds since 1970. */
  #added: ReadonlyMap<string, number> = new Map()

  constructor(deps: MediaDeps) {
    this.#deps = deps
  }

  /** Those that came last first. */
  async list(): Promise<ContentImage[]> {
    const files = await this.#deps.files.images()
    const added = await this.#firstCommits(files.map(({ path }) => path))
    const images = files.map(({ path, bytes, changedAt }) => ({
      ...{ path, bytes },
      addedAt: added.get(path) ?? Math.floor(changedAt),
    }))
    return images.sort((a, b) => b.addedAt - a.addedAt || (a.path < b.path ? -1 : 1))
  }

  /** What shows each image, by its path. Every text is read once, with pauses. */
  async uses(): Promise<(path: string) => ImageUses> {
    const { about, allPosts, problems } = this.#deps.live.snapshot()
    const turns = new Turns()
    const uses = new Map<string, { posts: PostRecord[]; files: string[] }>()
    const usesOf = (name: string) => {
      const known = uses.get(name) ?? { posts: [], files: [] }
      uses.set(name, known)
      return known
    }
    for (const post of allPosts) {
      await turns.pause()
      for (const name of imagesOfPost(post)) usesOf(name).posts.push(post)
    }
    for (const name of imagesIn(about.content)) usesOf(name).files.push('about.md')
    for (const file of new Set(problems.map((problem) => problem.file))) {
      await turns.pause()
      const found = this.#deps.files.read(file)
      if (found === null || !('bytes' in found)) continue
      for (const name of imagesIn(textOf(found.bytes))) {
        const { posts, files } = usesOf(name)
        // A post with a problem is shown too, in this text or in an older one.
        if (!files.includes(file) && !posts.some(({ path }) => path === file)) files.push(file)
      }
    }
    return (path) => uses.get(path.normalize('NFC')) ?? { posts: [], files: [] }
  }

  async remove(path: string): Promise<Saved<{ path: string }>> {
    const { writer, live } = this.#deps
    const { commit } = await writer.write(
      (tree) => planRemoveImage(tree, path, { live }),
      () => [],
    )
    return { value: { path }, commit, merged: false }
  }

  /** A first commit stays the first: git is asked for what is new alone. */
  async #firstCommits(paths: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { repository, log } = this.#deps
    const known = this.#added
    const asked = paths.filter((path) => !known.has(path))
    try {
      const dates = await repository.firstCommitDates(asked)
      const all = paths.map((path): [string, number] => [
        path,
        known.get(path) ?? Date.parse(dates.get(path) ?? ''),
      ])
      this.#added = new Map(all.filter(([, date]) => Number.isFinite(date)))
    } catch (error) {
      log.warn({ err: error }, 'Dates of images could not be read')
    }
    return this.#added
  }
}

/**
 * Takes an image away that no text shows, also none that is about to be committed. The value is
 * its path. @throws NotFoundError, AppError 409
 */
async function planRemoveImage(
  tree: WorkTree,
  path: string,
  { live }: Pick<MediaDeps, 'live'>,
): Promise<WritePlan<string>> {
  const isImage = path.startsWith(`${MEDIA_FOLDER}/`) && isImagePath(path.slice(6))
  if (!isImage || (await tree.read(path)) === null) {
    throw new NotFoundError('There is no such image.')
  }
  // Saves that are committed, and edits by hand, may not have been read yet.
  await live.rescan()
  const shower = await firstShowing(tree, path, live)
  if (shower !== null) {
    throw new AppError(409, 'image_in_use', `${shower} shows this image, so it was not removed.`)
  }
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { changes: [{ path, bytes: null }], subject: `Remove image: ${name}`, value: path }
}

/** What shows an image, in words; null when nothing does. */
async function firstShowing(
  tree: WorkTree,
  path: string,
  live: Pick<LiveContent, 'snapshot'>,
): Promise<string | null> {
  const { allPosts, about, problems } = live.snapshot()
  const name = path.normalize('NFC')
  const isIn = (bytes: Buffer | null) => bytes !== null && imagesIn(textOf(bytes)).has(name)
  const planned = new Map(tree.planned().map((change) => [change.path, change.bytes]))
  const post = allPosts.find((known) => !planned.has(known.path) && imagesOfPost(known).has(name))
  if (post) return `The post “${post.title}”`
  if (!planned.has('about.md') && imagesIn(about.content).has(name)) return 'The about page'
  if ([...planned.values()].some(isIn)) return 'A text that was saved just now'
  for (const { file } of problems) {
    const found = planned.has(file) ? null : await tree.read(file).catch(() => null)
    if (isIn(found?.bytes ?? null)) return `The file ${file}, which cannot be read,`
  }
  return null
}

/** An image that is about to be committed is no text that names another. */
const textOf = (bytes: Buffer) => textOfBytes(bytes) ?? ''
