/**
 * What readers are shown of a post's history: the changes between the texts that everybody could read,
 * and nothing of drafts. Asked for seldom and cached as an answer, so it is worked out on demand, one
 * post after the other and with pauses.
 */

import { formatInstant } from '#domain/days/zone.ts'
import { compareTexts, lengthOf, type PostChanges } from '#domain/texts/post-changes.ts'
import { Line } from '../../workers/line.ts'
import { Turns } from '../../workers/turns.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord } from '../records.ts'
import type { HistoryReader } from './history-reader.ts'
import { type PublicText, publicTexts } from './public-texts.ts'
import type { VersionReader } from './version-reader.ts'

/** Changes that are shown. */
const CHANGES_MAX = 50
/** Characters of all of them, beyond which no further one is. */
const SHOWN_LENGTH_MAX = 100_000
/** Characters of all versions that are looked at: the same on every server, however busy it is. */
const READ_LENGTH_MAX = 8_000_000

interface PostChangesDeps {
  history: Pick<HistoryReader, 'lineAt'>
  versions: VersionReader
  live: Pick<LiveContent, 'snapshot'>
  now(): number
}

export class PostChangesReader {
  readonly #deps: PostChangesDeps
  readonly #line = new Line()

  constructor(deps: PostChangesDeps) {
    this.#deps = deps
  }

  /** How the post's text changed after it could be read; nothing of drafts. */
  read(post: PostRecord): Promise<PostChanges> {
    return this.#line.run(() => this.#changesOf(post))
  }

  async #changesOf(post: PostRecord): Promise<PostChanges> {
    const { id, title } = post
    const { texts, more } = await this.#textsOf(post)
    const zone = this.#deps.live.snapshot().site.time_zone
    const changes: PostChanges['changes'] = []
    const turns = new Turns()
    let length = 0
    for (const [index, after] of texts.entries()) {
      const before = texts[index + 1]
      if (before === undefined) break
      if (length > SHOWN_LENGTH_MAX) return { id, title, changes, more: true }
      const at = formatInstant(after.from, zone)
      const compared = compareTexts(before, after)
      changes.push({ at, day: at.slice(0, 10), ...compared })
      length += lengthOf(compared.text)
      await turns.pause()
    }
    return { id, title, changes, more }
  }

  /** The public texts up to now, newest first, and whether there are more. */
  async #textsOf({ path }: PostRecord): Promise<{ texts: PublicText[]; more: boolean }> {
    const { history, versions, now } = this.#deps
    const texts: PublicText[] = []
    let length = 0
    const read: VersionReader['read'] = async (version) => {
      const post = await versions.read(version)
      length += post?.content.length ?? 0
      return post
    }
    const line = history.lineAt(path)
    for await (const text of publicTexts(line?.versions ?? [], read, now() + 1)) {
      texts.push(text)
      if (texts.length > CHANGES_MAX || length > READ_LENGTH_MAX) return { texts, more: true }
    }
    return { texts, more: false }
  }
}
