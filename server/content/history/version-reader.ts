/** Posts as the history has them: old versions parsed as the files of today are. */
import type { Repository } from '../../git/repository.ts'
import { FILE_BYTES_MAX } from '../files/content-files.ts'
import { parsePostFile } from '../formats/parse-post-file.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord, Snapshot } from '../records.ts'
import type { PostVersion } from './post-lines.ts'

export type VersionReader = Pick<PostVersions, 'read' | 'zone'>

interface VersionsDeps {
  repository: Pick<Repository, 'readRevision'>
  live: Pick<LiveContent, 'postAt'> & { snapshot(): Pick<Snapshot, 'site'> }
}

export class PostVersions {
  readonly #repository: Pick<Repository, 'readRevision'>
  readonly #live: VersionsDeps['live']

  constructor(deps: VersionsDeps) {
    this.#repository = deps.repository
    this.#live = deps.live
  }

  /** In which dates without one of their own are read. */
  zone(): string {
    return this.#live.snapshot().site.time_zone
  }

  /** A version as a post; null when it cannot be read as one. */
  async read({ path, revision, at }: PostVersion): Promise<PostRecord | null> {
    const now = this.#live.postAt(path)
    if (now?.revision === revision) return now
    const bytes = await this.#repository.readRevision(revision, path)
    if (bytes === null || bytes.length > FILE_BYTES_MAX) return null
    // A file without a date has that of a commit: for this question none is better than its own.
    const reading = { timeZone: this.zone(), fallbackDate: at }
    return parsePostFile({ path, bytes }, reading).value
  }
}
