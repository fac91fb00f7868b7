/** A deadline project's file as a record. */
import { isDay } from '#domain/days/day.ts'
import { characterCount, POST_LIMITS } from '#domain/post.ts'
import { DEFAULT_PROJECT_STATUS, PROJECT_STATUSES, type ProjectStatus } from '#domain/project.ts'
import { isWebAddress } from '#domain/web-address.ts'
import type { ProjectRecord } from '../records.ts'
import { blobId } from './blob-id.ts'
import { FieldFault, namesField, textField } from './front-matter-fields.ts'
import { type Parsed, quoted, unusable } from './parsed.ts'
import { isYamlMap, type YamlMap } from './yaml/load-yaml.ts'
import { FileProblems, readYamlFile } from './yaml-file.ts'

/** The id of the project in the file at `path`: the file's name without `.yaml`, in NFC. */
function projectIdOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.yaml'.length).normalize('NFC')
}

/** The project in a file. Without a title or a due date it is not usable. */
export function parseProjectFile({
  path,
  bytes,
}: {
  path: string
  bytes: Uint8Array
}): Parsed<ProjectRecord> {
  const file = readYamlFile(bytes)
  if ('reason' in file) return unusable(path, file)
  const { value: data } = file
  if (!isYamlMap(data)) {
    return unusable(path, { line: 1, reason: 'A project must be a list of `key: value` lines.' })
  }
  const problems = new FileProblems(path, file)
  try {
    const value: ProjectRecord = {
      id: projectIdOf(path),
      path,
      revision: blobId(bytes),
      title: readTitle(data),
      due_date: readDueDate(data),
      tags: readTags(data, problems),
      status: readStatus(data, problems),
      link: readLink(data, problems),
    }
    return { value, problems: problems.list }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return unusable(path, { line: file.lineOf([error.key]), reason: error.message })
  }
}

function readTitle(data: YamlMap): string {
  const title = textField(data, ['title'])
  if (title === null) throw new FieldFault('title', "A project needs a 'title'.")
  if (characterCount(title) <= POST_LIMITS.titleLength) return title
  const reason = `'title' is longer than ${POST_LIMITS.titleLength} characters.`
  throw new FieldFault('title', reason)
}

function readDueDate(data: YamlMap): string {
  const due = textField(data, ['due_date'])
  if (due !== null && isDay(due)) return due
  const found = due === null ? '' : `, not ${quoted(due)}`
  throw new FieldFault('due_date', `A project needs a 'due_date' like 2026-12-31${found}.`)
}

function readTags(data: YamlMap, problems: FileProblems): string[] {
  const { tags, tagLength } = POST_LIMITS
  const names = namesField(data, ['tags'])
  const kept = names.filter((name) => characterCount(name) <= tagLength).slice(0, tags)
  if (kept.length < names.length) {
    problems.add(['tags'], `A project has at most ${tags} tags of at most ${tagLength} characters.`)
  }
  return kept
}

function readStatus(data: YamlMap, problems: FileProblems): ProjectStatus {
  const written = textField(data, ['status'])
  if (written === null) return DEFAULT_PROJECT_STATUS
  const known = PROJECT_STATUSES.find((status) => status.toLowerCase() === written.toLowerCase())
  if (known === undefined) {
    problems.add(['status'], `${quoted(written)} is none of ${PROJECT_STATUSES.join(', ')}.`)
  }
  return known ?? DEFAULT_PROJECT_STATUS
}

function readLink(data: YamlMap, problems: FileProblems): string {
  const link = textField(data, ['link'])
  if (link === null || isWebAddress(link)) return link ?? ''
  problems.add(['link'], "'link' must be an address that begins with http:// or https://.")
  return ''
}
