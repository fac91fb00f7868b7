/** What the history says of projects: each commit's change of one, as it was and as it became. */

import type { BlobId, FileRevision, Repository } from '../../git/repository.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import { parseProjectFile } from '../formats/parse-project-file.ts'
import type { ProjectRecord } from '../records.ts'
import { reasonIn } from './project-lines.ts'

export interface ProjectChange {
  id: string
  /** ISO 8601 with offset: when it was committed. */
  at: string
  before: ProjectRecord | null
  after: ProjectRecord | null
  /** The commit's body. */
  reason: string
}

/** Every change of a project in the history, oldest first. */
export async function readProjectChanges(
  repository: Pick<Repository, 'fileRevisions' | 'readRevision'>,
): Promise<ProjectChange[]> {
  const changes: ProjectChange[] = []
  for (const revision of await repository.fileRevisions('projects', null)) {
    const change = await changeIn(revision)
    if (change !== null) changes.push(change)
  }
  return changes

  async function changeIn(revision: FileRevision): Promise<ProjectChange | null> {
    const { path, before, after, date, body } = revision
    const file = classifyPath(path)
    if (file === null || isProblem(file) || file.kind !== 'project') return null
    const [was, is] = [await parse(path, before), await parse(path, after)]
    return { id: file.id, at: date, before: was, after: is, reason: reasonIn(body) }
  }

  async function parse(path: string, blob: BlobId | null): Promise<ProjectRecord | null> {
    const bytes = blob === null ? null : await repository.readRevision(blob, path)
    return bytes && parseProjectFile({ path, bytes }).value
  }
}
