/** Images that a post's text names, and how one that waits comes into the commit of its first save. */
import type { FileChange, WorkTree } from '../../git/repository.ts'

/** Images that were added and are in no commit yet. */
export interface WaitingImages {
  /** By path in the content folder; null when none waits there. */
  read(path: string): Promise<Buffer | null>
  /** Forgets those that a commit has. */
  forget(paths: readonly string[]): Promise<void>
}

/** As added images are called (server/media/image-name.ts); others never wait. */
const NAMED = /\/media\/\d{4}\/[a-z0-9-]{1,100}\.webp/g

/** Paths in the content folder of the added images that a text names, each once. */
export function imagesNamedIn(text: string): string[] {
  const names = [...text.matchAll(NAMED)].map(([address]) => address.slice(1))
  return [...new Set(names)]
}

/** The images of a text that wait, as changes for the commit of the post. */
export async function waitingImagesOf(
  text: string,
  tree: WorkTree,
  images: WaitingImages,
): Promise<FileChange[]> {
  const changes: FileChange[] = []
  for (const path of imagesNamedIn(text)) {
    const bytes = await images.read(path)
    if (bytes === null) continue
    const there = await tree.read(path)
    // Anything else that stands there is the author's.
    const isFree = there === null ? !(await tree.exists(path)) : there.bytes.equals(bytes)
    if (isFree) changes.push({ path, bytes })
  }
  return changes
}
