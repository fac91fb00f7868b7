/** The file of a deadline project, new or with changed keys. */

import type { ProjectInput, ProjectPatch } from '../../store.ts'
import { parseProjectFile } from '../parse-project-file.ts'
import { patchYamlMap, type YamlChanges } from '../yaml/patch-yaml-map.ts'
import { composeYaml } from './compose-post-file.ts'

const PROJECT_KEYS = ['title', 'due_date', 'status', 'tags', 'link'] as const

/** The bytes of a new project's file. */
export function composeProjectFile(input: ProjectInput): Buffer {
  const { title, due_date, status = 'Not Started', tags = [], link } = input
  return Buffer.from(
    composeYaml([
      ['title', title],
      ['due_date', { date: due_date }],
      ['status', status],
      ['tags', tags.length > 0 ? tags : undefined],
      ['link', link],
    ]),
  )
}

/**
 * The bytes of a project's file after `patch`; the same bytes when it says what the file says
 * already. Null when the file cannot be read as a project.
 */
export function patchProjectFile(
  file: { path: string; bytes: Uint8Array },
  patch: ProjectPatch,
): Buffer | null {
  const { value: project } = parseProjectFile(file)
  if (project === null) return null
  const changes: Record<string, YamlChanges[string]> = {}
  for (const key of PROJECT_KEYS) {
    const wanted = patch[key]
    if (wanted === undefined || JSON.stringify(wanted) === JSON.stringify(project[key])) continue
    if (key === 'due_date') changes[key] = { date: String(wanted) }
    else changes[key] = wanted === '' ? undefined : wanted
  }
  const text = Buffer.from(file.bytes).toString()
  const bom = text.startsWith('\ufeff') ? '\ufeff' : ''
  return Buffer.from(bom + patchYamlMap(text.slice(bom.length), changes, { order: PROJECT_KEYS }))
}
