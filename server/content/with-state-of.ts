/** What sets a conflict's copy apart from the post it was: it is a draft and has no old addresses. */
import { isYamlMap, loadYaml, type YamlValue } from './load-yaml.ts'
import { patchYamlMap } from './patch-yaml-map.ts'
import { findFences } from './split-front-matter.ts'
import type { YamlInput } from './yaml-scalar.ts'

/**
 * A copy's text as the post would have it: `draft`, `published` and `aliases` are those of the site's
 * text. Without one, or where its front matter cannot be read, it stays a draft.
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
  const fences = findFences(text)
  if (fences !== null && 'reason' in fences) return null
  const read = loadYaml(fences === null ? '' : text.slice(fences.yamlStart, fences.yamlEnd))
  if ('reason' in read) return null
  const map = isYamlMap(read.value) ? read.value : {}
  return {
    draft: inputOf(map.draft),
    published: inputOf(map.published),
    aliases: inputOf(map.aliases),
  }
}

/** A value as it was read, to be written again. */
function inputOf(value: YamlValue | undefined): YamlInput | undefined {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  if (typeof value !== 'string') return undefined
  return /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value
}
