/** What sets a conflict's copy apart from the post it was: it is a draft and has no old addresses. */
import { decodeText } from '../decode-text.ts'
import type { FieldFault } from '../front-matter-fields.ts'
import { readDraft } from '../post-fields.ts'
import type { YamlValue } from '../yaml/load-yaml.ts'
import { patchYamlMap } from '../yaml/patch-yaml-map.ts'
import { findFences, splitFrontMatter } from '../yaml/split-front-matter.ts'
import type { YamlInput } from '../yaml/yaml-scalar.ts'

/**
 * A copy's text as the post would have it: `draft`, `published` and `aliases` are those of the site's
 * text. Without one, or where its front matter or its flags cannot be read, it stays a draft.
 */
export function withStateOf(copy: string, site: string | null): string {
  const state = site === null ? null : stateOf(site)
  const fences = findFences(copy)
  if (state === null || fences === null || 'reason' in fences) return copy
  const yaml = copy.slice(fences.yamlStart, fences.yamlEnd)
  return copy.slice(0, fences.yamlStart) + patchYamlMap(yaml, state) + copy.slice(fences.yamlEnd)
}

type State = Record<'draft' | 'published' | 'aliases', YamlInput | undefined>

function stateOf(text: string): State | null {
  const decoded = decodeText(Buffer.from(text))
  const parts = typeof decoded === 'string' ? splitFrontMatter(decoded) : decoded
  if ('reason' in parts) return null
  const faults: FieldFault[] = []
  readDraft(parts.data, faults)
  if (faults.length > 0) return null
  const { draft, published, aliases } = parts.data
  return { draft: inputOf(draft), published: inputOf(published), aliases: inputOf(aliases) }
}

/** A value as it was read, to be written again. */
function inputOf(value: YamlValue | undefined): YamlInput | undefined {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  if (typeof value !== 'string') return undefined
  return /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value
}
