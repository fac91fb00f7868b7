/** tags.yaml as the reset writes it. */
import type { Tag } from '#domain/tag.ts'
import { formatScalar } from '../yaml/yaml-scalar.ts'

/**
 * The bytes of a tags.yaml with these tags. The comment that the old file begins with stays.
 * @param old the file's bytes, or null without one
 */
export function composeTagsFile(
  tags: readonly Pick<Tag, 'name' | 'color'>[],
  old: Uint8Array | null,
): Buffer {
  const text = old === null ? '' : Buffer.from(old).toString().replace(/\r\n/g, '\n')
  const comment = /^(?:[ \t]*(?:#[^\n]*)?\n)*/.exec(text.replace(/^\ufeff/, ''))?.[0] ?? ''
  const lines = tags.map(({ name, color }) => `- name: ${formatScalar(name)}\n  color: ${color}\n`)
  return Buffer.from(comment + lines.join(''))
}
