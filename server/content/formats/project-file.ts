/** The table of a deadline project's fields, one row each, in the order of a new file. */
import { projectStatus } from '#domain/answers/parts.ts'
import { isDay } from '#domain/days/day.ts'
import { characterCount } from '#domain/post.ts'
import {
  DEFAULT_PROJECT_STATUS,
  GOAL_LIMITS,
  PROJECT_STATUSES,
  type ProjectFields,
} from '#domain/project.ts'
import { cleanLine, cleanLines } from '#domain/texts/control-characters.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { Collection, type Field, type FieldSource } from './collection.ts'
import { ContentError, collect } from './content-error.ts'
import { choiceField, numberField, quoted, textField } from './fields.ts'
import * as inputs from './input-fields.ts'
import type { YamlMap } from './load-yaml.ts'
import { readTags, readTitle, tagsChange } from './post-values.ts'

export const PROJECTS = new Collection({
  noun: 'project',
  folder: 'projects',
  rows: {
    title: { read: ({ data }) => readRequiredTitle(data), input: inputs.titleField },
    due_date: {
      isDate: true,
      takesReason: true,
      read: ({ data }) => readDueDate(data),
      input: inputs.storableText('due date', 'Enter a due date.').trim().refine(isDay, {
        error: 'Enter a due date like 2026-12-31.',
      }),
    },
    status: {
      initial: DEFAULT_PROJECT_STATUS,
      read: ({ data, faults }) =>
        collect(faults, () => choiceField(data, 'status', PROJECT_STATUSES)) ??
        DEFAULT_PROJECT_STATUS,
      input: projectStatus.optional(),
    },
    tags: {
      read: (source, keys) => readTags(source, 'A project', keys),
      input: inputs.tagsField.optional(),
      write: tagsChange,
    },
    link: {
      read: ({ data, faults }) => collect(faults, () => readLink(data)) ?? '',
      input: inputs.addressField('link').optional(),
    },
    goal: {
      takesReason: true,
      read: readGoal,
      input: inputs.numberInput('goal').optional(),
    },
    start: numberRow('start', 'start'),
    unit: textRow('unit', cleanLine),
    each: numberRow('each', 'number a post counts'),
    stake: textRow('stake', cleanLine),
    description: { ...textRow('description', cleanLines), isProse: true },
  } satisfies { [Name in keyof ProjectFields]: Field<FieldSource, ProjectFields[Name]> },
})

function readRequiredTitle(data: YamlMap): string {
  const title = readTitle(data)
  if (title === null) throw new ContentError('title', "A project needs a 'title'.")
  return title
}

function readDueDate(data: YamlMap): string {
  const due = textField(data, 'due_date')
  if (due !== null && isDay(due)) return due
  const suffix = due === null ? '' : `, not ${quoted(due)}`
  throw new ContentError('due_date', `A project needs a 'due_date' like 2026-12-31${suffix}.`)
}

function readLink(data: YamlMap): string | null {
  const link = textField(data, 'link')
  if (link === null || isWebAddress(link)) return link
  const reason = "'link' must be an address that begins with http:// or https://."
  throw new ContentError('link', reason)
}

function readNumber(source: FieldSource, key: string): number | null {
  return collect(source.faults, () => numberField(source, key))
}

/** Null also where one of the numbers is none: what they say together is not known. */
function readGoal(source: FieldSource): number | null {
  const goal = readNumber(source, 'goal')
  const others: ContentError[] = []
  const start = readNumber({ ...source, faults: others }, 'start') ?? 0
  readNumber({ ...source, faults: others }, 'each')
  if (others.length > 0 || goal !== start) return others.length > 0 ? null : goal
  source.faults.push(new ContentError('goal', "'goal' must not be the same as 'start'."))
  return null
}

function numberRow(key: 'start' | 'each', name: string) {
  return {
    absent: 0,
    read: (source: FieldSource) => readNumber(source, key) ?? 0,
    input: inputs
      .numberInput(name)
      .transform((number) => number ?? 0)
      .optional(),
  }
}

function textRow(key: keyof typeof GOAL_LIMITS, clean: (text: string) => string) {
  const limit = GOAL_LIMITS[key]
  const read = (data: YamlMap) => {
    if (textField(data, key) === null) return null
    const text = clean(String(data[key]))
    if (characterCount(text) <= limit) return text
    throw new ContentError(key, `'${key}' is longer than ${limit} characters.`)
  }
  return {
    read: ({ data, faults }: FieldSource) => collect(faults, () => read(data)),
    input: inputs.limitedText(key, limit, clean).nullable().optional(),
  }
}
