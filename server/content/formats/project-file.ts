/** Parses, composes and patches a deadline project's file. */
import type * as z from 'zod'
import { projectStatus } from '#domain/answers/parts.ts'
import { isDay } from '#domain/days/day.ts'
import { DEFAULT_PROJECT_STATUS, PROJECT_STATUSES, type ProjectFields } from '#domain/project.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { blobId } from '../../git/repository.ts'
import { fileIdOf } from '../files/content-paths.ts'
import type { ProjectRecord } from '../records.ts'
import { Fault, tolerate } from './fault.ts'
import { choiceField, quoted, textField } from './fields.ts'
import { addressField, storableText, tagsField, titleField } from './input-fields.ts'
import { loadYamlMap, type YamlMap } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { patchYamlMap, type YamlInput } from './patch-yaml.ts'
import { readTags, readTitle, tagsLeftOut } from './post-fields.ts'

interface ProjectSource {
  data: YamlMap
  /** Gets what is wrong and still lets the project be served. */
  faults: Fault[]
}

/** The fields of a project, a row each, in the order in which a new file has them. */
const PROJECT_FIELDS = {
  title: { read: ({ data }) => readRequiredTitle(data), input: titleField },
  due_date: {
    read: ({ data }) => readDueDate(data),
    input: storableText('due date', 'Enter a due date.').trim().refine(isDay, {
      error: 'Enter a due date like 2026-12-31.',
    }),
  },
  status: {
    read: ({ data, faults }) =>
      tolerate(faults, () => choiceField(data, 'status', PROJECT_STATUSES)) ??
      DEFAULT_PROJECT_STATUS,
    input: projectStatus.optional(),
  },
  tags: {
    read: (source) => readTags(source, 'A project', ['tags']),
    input: tagsField.optional(),
  },
  link: {
    read: ({ data, faults }) => tolerate(faults, () => readLink(data)) ?? '',
    input: addressField('link').optional(),
  },
} satisfies {
  [Name in keyof ProjectFields]: {
    /** @throws Fault for a value without which the project must not be shown */
    read(source: ProjectSource): ProjectFields[Name]
    /** What the API takes for it. */
    input: z.ZodType
  }
}

type Inputs = { [Name in keyof ProjectFields]: (typeof PROJECT_FIELDS)[Name]['input'] }
export type ProjectPatch = Partial<ProjectFields>
export type ProjectInput = ProjectPatch & Pick<ProjectFields, 'title' | 'due_date'>

const PROJECT_KEYS = Object.keys(PROJECT_FIELDS) as (keyof ProjectFields)[] // its own keys

/** One entry a row. */
const fromRows = (make: (name: keyof ProjectFields) => unknown) =>
  Object.fromEntries(PROJECT_KEYS.map((name) => [name, make(name)]))

/** What the API takes for each field. */
export const PROJECT_INPUTS = fromRows((name) => PROJECT_FIELDS[name].input) as Inputs // by the rows

/** The fields of a project without its place. */
export const projectFieldsOf = (project: ProjectFields) =>
  fromRows((name) => project[name]) as ProjectFields // by the rows

/** Parses a project; title and due date are required. */
export function parseProjectFile({ path, bytes }: ContentBytes): Parsed<ProjectRecord> {
  return parseFile({ path, bytes }, (text, faults) => {
    const data = loadYamlMap(text, 'A project')
    const fields = fromRows((name) => PROJECT_FIELDS[name].read({ data, faults })) as ProjectFields // by the rows
    return { id: fileIdOf(path), path, revision: blobId(bytes), ...fields }
  })
}

function readRequiredTitle(data: YamlMap): string {
  const title = readTitle(data)
  if (title === null) throw new Fault('title', "A project needs a 'title'.")
  return title
}

function readDueDate(data: YamlMap): string {
  const due = textField(data, ['due_date'])
  if (due !== null && isDay(due)) return due
  const suffix = due === null ? '' : `, not ${quoted(due)}`
  throw new Fault('due_date', `A project needs a 'due_date' like 2026-12-31${suffix}.`)
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
 * The bytes of a project's file after a change; equal bytes if nothing changes. Null for an
 * unreadable project.
 */
export function patchProjectFile(file: ContentBytes, patch: ProjectPatch): Buffer | null {
  const { value: project } = parseProjectFile(file)
  if (project === null) return null
  const text = Buffer.from(file.bytes).toString()
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const yaml = text.slice(mark.length)
  const changes = changesOf(patch, project)
  const leftOut = tagsLeftOut(loadYamlMap(yaml, 'A project'), ['tags'])
  if (patch.tags && changes.tags) changes.tags = [...patch.tags, ...leftOut]
  return Buffer.from(mark + patchYamlMap(yaml, changes))
}

function changesOf(fields: ProjectPatch, present: ProjectRecord | null) {
  const changes: Record<string, YamlInput | undefined> = {}
  for (const key of PROJECT_KEYS) {
    const value = fields[key]
    if (value === undefined || JSON.stringify(value) === JSON.stringify(present?.[key])) continue
    if (key === 'due_date') changes[key] = { date: String(value) }
    else changes[key] = value === '' ? undefined : value
  }
  return changes
}
