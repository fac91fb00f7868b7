/** A deadline project's file: read as a record, made new, and changed. */
import { isDay } from '#domain/days/day.ts'
import { DEFAULT_PROJECT_STATUS, PROJECT_STATUSES } from '#domain/project.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { fileIdOf } from '../files/content-paths.ts'
import type { ProjectRecord } from '../records.ts'
import { Fault, tolerate } from './fault.ts'
import { choiceField, quoted, textField } from './fields.ts'
import { loadYamlMap, type YamlMap } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { patchYamlMap, type YamlChanges } from './patch-yaml.ts'
import { readTags, readTitle } from './post-fields.ts'
import { blobId } from './text-bytes.ts'

const PROJECT_KEYS = ['title', 'due_date', 'status', 'tags', 'link'] as const

export type ProjectPatch = Partial<Pick<ProjectRecord, (typeof PROJECT_KEYS)[number]>>
export type ProjectInput = ProjectPatch & Pick<ProjectRecord, 'title' | 'due_date'>

/** The project in a file. Without a title or a due date it is not usable. */
export function parseProjectFile({ path, bytes }: ContentBytes): Parsed<ProjectRecord> {
  return parseFile({ path, bytes }, (text, faults) => {
    const data = loadYamlMap(text, 'A project')
    const title = readTitle(data)
    if (title === null) throw new Fault('title', "A project needs a 'title'.")
    return {
      id: fileIdOf(path),
      path,
      revision: blobId(bytes),
      title,
      due_date: readDueDate(data),
      tags: readTags({ data, faults }, 'A project', ['tags']),
      status:
        tolerate(faults, () => choiceField(data, 'status', PROJECT_STATUSES)) ??
        DEFAULT_PROJECT_STATUS,
      link: tolerate(faults, () => readLink(data)) ?? '',
    }
  })
}

function readDueDate(data: YamlMap): string {
  const due = textField(data, ['due_date'])
  if (due !== null && isDay(due)) return due
  const found = due === null ? '' : `, not ${quoted(due)}`
  throw new Fault('due_date', `A project needs a 'due_date' like 2026-12-31${found}.`)
}

function readLink(data: YamlMap): string | null {
  const link = textField(data, ['link'])
  if (link === null || isWebAddress(link)) return link
  const reason = "'link' must be an address that begins with http:// or https://."
  throw new Fault('link', reason)
}

/** The bytes of a new project's file. */
export function composeProjectFile({ tags = [], ...input }: ProjectInput): Buffer {
  const fields = { status: DEFAULT_PROJECT_STATUS, ...input, ...(tags.length > 0 && { tags }) }
  return Buffer.from(patchYamlMap('', changesOf(fields, null)))
}

/**
 * The bytes of a project's file after `patch`; the same bytes when it says what the file says
 * already. Null when the file cannot be read as a project.
 */
export function patchProjectFile(file: ContentBytes, patch: ProjectPatch): Buffer | null {
  const { value: project } = parseProjectFile(file)
  if (project === null) return null
  const text = Buffer.from(file.bytes).toString()
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  return Buffer.from(mark + patchYamlMap(text.slice(mark.length), changesOf(patch, project)))
}

function changesOf(fields: ProjectPatch, present: ProjectRecord | null): YamlChanges {
  const changes: Record<string, YamlChanges[string]> = {}
  for (const key of PROJECT_KEYS) {
    const wanted = fields[key]
    if (wanted === undefined || JSON.stringify(wanted) === JSON.stringify(present?.[key])) continue
    if (key === 'due_date') changes[key] = { date: String(wanted) }
    else changes[key] = wanted === '' ? undefined : wanted
  }
  return changes
}
