/** Computes the figures of the record from a clone, with the server's code. */
import { FIRST_DAY, LAST_DAY } from '#domain/days/day.ts'
import type { HeatmapDay } from '#domain/days/heatmap.ts'
import type { Streak } from '#domain/days/streak.ts'
import { dayAt } from '#domain/days/zone.ts'
import { type Ledger, ledgerOf } from '#domain/record/ledger.ts'
import type { RecordEntry } from '#domain/record/record-entry.ts'
import type { ContentSettings } from '../../../server/content/check-content.ts'
import { createContentFiles } from '../../../server/content/files/content-files.ts'
import { HISTORY_PATHS, Timeline } from '../../../server/content/history/timeline.ts'
import { snapshotOf } from '../../../server/content/index/build-snapshot.ts'
import { loadContent } from '../../../server/content/index/content-index.ts'
import type { Snapshot } from '../../../server/content/records.ts'
import { History } from '../../../server/git/history/history.ts'
import { Git, gitEnvironment } from '../../../server/git/objects/git-process.ts'
import { Io } from '../../../server/git/objects/io.ts'
import { ObjectReader } from '../../../server/git/objects/object-reader.ts'
import { readRepositoryPaths } from '../../../server/git/objects/repository-paths.ts'
import { findContentPlace } from '../../../server/git/objects/repository-place.ts'
import { pastsOf, recordOf } from '../../../server/queries/site-record.ts'
import { heatmapAnswer, streakAnswer } from '../../../server/queries/statistics-answer.ts'
import { CommandError } from '../command-settings.ts'
import { withContentOf } from '../committed-content.ts'

export interface Figures {
  streak: Streak
  heatmap: HeatmapDay[]
  ledger: Ledger
  /** Newest first. */
  record: RecordEntry[]
}

interface Place extends ContentSettings {
  /** Milliseconds since 1970. */
  now: number
}

const SHALLOW =
  'This clone has only the newest commits, so the record cannot be checked. Run: git fetch --unshallow'

/** Computes the figures. @throws CommandError if the clone is not sufficient */
export async function figuresOfClone(place: Place): Promise<Figures> {
  const snapshot = await snapshotOfClone(place)
  const today = dayAt(place.now, snapshot.site.time_zone)
  return {
    streak: streakAnswer(snapshot, today),
    heatmap: heatmapAnswer(snapshot, { from: FIRST_DAY, to: LAST_DAY }),
    ledger: ledgerOf([...pastsOf(snapshot).values()], today),
    record: recordOf(snapshot, today).map(({ entry }) => entry),
  }
}

/** The committed content with its history. @throws CommandError if the clone is not sufficient */
export async function snapshotOfClone(place: Place): Promise<Snapshot> {
  const found = findContentPlace(place.contentDir)
  if (found === null) throw new CommandError(`There is no git repository at ${place.contentDir}.`)
  // At the top of the work tree, like the server: in a subfolder git's paths are relative to it.
  const git = new Git({ place: found, env: gitEnvironment(process.env) })
  const paths = await readRepositoryPaths(git, found, place.contentDir)
  const reader = new ObjectReader(git)
  const history = new History({ git, paths, reader, io: new Io() })
  try {
    const isShallow = await git.text(['rev-parse', '--is-shallow-repository'])
    if (isShallow === 'true') throw new CommandError(SHALLOW)
    const head = await reader.idOf('HEAD')
    if (head === null) throw new CommandError('This repository has no commit yet.')
    const source = { git, prefix: paths.prefix, commit: head }
    return await withContentOf(source, async ({ folder, files }) => {
      if (files === 0) throw new CommandError(`HEAD has no content at ${place.contentDir}.`)
      return snapshotIn(history, { ...place, head, folder })
    })
  } finally {
    await reader.close()
  }
}

async function snapshotIn(
  history: History,
  { head, folder, timeZone, now }: Place & { head: string; folder: string },
): Promise<Snapshot> {
  const fallbackZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const keeper = await loadContent({ files: createContentFiles(folder), timeZone, fallbackZone })
  const { beganAt, commits } = await history.newCommits(HISTORY_PATHS, { since: null, to: head })
  const timeline = new Timeline({ history: () => history, records: keeper }, beganAt)
  await timeline.add(commits, head)
  await keeper.applyFirstCommits((path) => timeline.postAt(path)?.firstAt ?? null)
  const source = { version: 1, now, history: timeline.facts(), proof: null, problems: [] }
  return snapshotOf(keeper, source)
}
