/** Rendered texts in memory, the ones used last, bounded by their size. */
import type { RenderedText } from './markdown-renderer.ts'

interface RenderedMemory {
  get(key: string): RenderedText | undefined
  set(key: string, text: RenderedText): void
}

/** What an entry costs beside its text, roughly. */
const ENTRY_BYTES = 300

/** Keeps at most `bytesMax` bytes; a text that alone is larger is not kept. */
export function createRenderedMemory(bytesMax: number): RenderedMemory {
  // A Map remembers the order of insertion: the first key is the one not used for longest.
  const texts = new Map<string, RenderedText>()
  let bytes = 0

  return {
    get(key) {
      const text = texts.get(key)
      if (text) {
        texts.delete(key)
        texts.set(key, text)
      }
      return text
    },
    set(key, text) {
      const known = texts.get(key)
      if (known) bytes -= bytesOf(known)
      texts.delete(key)
      if (bytesOf(text) > bytesMax) return
      texts.set(key, text)
      bytes += bytesOf(text)
      for (const [oldest, old] of texts) {
        if (bytes <= bytesMax) break
        texts.delete(oldest)
        bytes -= bytesOf(old)
      }
    },
  }
}

function bytesOf({ html }: RenderedText): number {
  return html.length * 2 + ENTRY_BYTES
}
