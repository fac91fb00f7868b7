/**
 * Content files as texts: for mending one that cannot be read, and for those that no form edits. A
 * save is one commit of one file, refused when it would make the file unreadable.
 */
import { RESOURCE_PAGE_IDS } from '#domain/site.ts'
import { AppError, NotFoundError } from '../../errors.ts'
import {
  type FileVersion,
  isVersion,
  type Repository,
  type TreeFile,
  type WorkTree,
} from '../../git/repository.ts'
import { type ContentFiles, FILE_BYTES_MAX, TOO_LARGE_REASON } from '../files/content-files.ts'
import { type ContentPath, classifyPath, isProblem } from '../files/content-paths.ts'
import { blobId } from '../formats/blob-id.ts'
import { createMergeRules } from '../formats/edits/merge-content-files.ts'
import { bytesOfText, textOfBytes } from '../formats/edits/text-bytes.ts'
import { parseContentFile } from '../formats/file-entry.ts'
import { defaultSite } from '../formats/parse-site-file.ts'
import type { LiveContent } from '../live-content.ts'
import type { Problem } from '../records.ts'
import type { ContentText, Saved, SiteFile, TextChange } from '../store.ts'
import { StaleTextError } from './stale-text-error.ts'

/** Files that are there once, or may be made here. */
const SITE_PATHS: readonly string[] = [
  'about.md',
  'site.yaml',
  'tags.yaml',
  ...RESOURCE_PAGE_IDS.map((page) => `resources/${page}.yaml`),
]
const NOT_UTF8 =
  'This file is not text in UTF-8, so it cannot be shown or changed here. Save it as UTF-8 in an editor, or bring back an earlier version from the history.'
const rules = createMergeRules((path) => path)

interface TextFileEdges {
  files: ContentFiles
  repository: Repository
  live: LiveContent
  now: () => number
}

export function createTextFiles({ files, repository, live, now }: TextFileEdges) {
  /**
   * The file as it is now; null for one of the site that is not there yet. @throws as `fileOf`, and
   * when the file is gone or cannot be read
   */
  function newest(path: string): FileVersion | null {
    fileOf(path)
    const found = files.read(path)
    if (found !== null && isProblem(found)) throw unreadable(found.reason)
    if (found !== null) return { bytes: found.bytes, revision: blobId(found.bytes) }
    if (SITE_PATHS.includes(path)) return null
    throw new NotFoundError('This file is no longer there.')
  }

  const problemsOf = (path: string) => live.snapshot().problems.filter(({ file }) => file === path)

  function contentText(path: string, version: FileVersion | null): ContentText {
    const text = version === null ? '' : textOfBytes(version.bytes)
    if (text === null) throw unreadable(NOT_UTF8)
    return { path, text, revision: version?.revision ?? null, problems: problemsOf(path) }
  }

  /** Why these bytes would be no content; null when they would. */
  function faultOf(path: string, bytes: Uint8Array): Problem | null {
    const file = fileOf(path)
    const { time_zone: timeZone } = live.snapshot().site
    const context = { timeZone, fallbackDate: now(), defaultSite: defaultSite(timeZone) }
    if (bytes.length > FILE_BYTES_MAX) {
      return { file: file.path, line: null, reason: TOO_LARGE_REASON }
    }
    const { value, problems } = parseContentFile(file, bytes, context)
    if (value !== null) return null
    return problems[0] ?? { file: file.path, line: null, reason: 'It cannot be read.' }
  }

  /** The bytes to save: the edit's, or with what changed since the version it began from. */
  async function fitted(
    path: string,
    { text, basedOn }: TextChange,
    { tree, current }: { tree: WorkTree; current: TreeFile | null },
  ): Promise<{ bytes: Buffer; merged: boolean }> {
    const bytes = bytesOfText(text, current?.bytes ?? null)
    if (isVersion(current, basedOn)) return { bytes, merged: false }
    const base = basedOn === null ? null : await tree.readRevision(basedOn, path)
    const own = bytesOfText(text, base)
    const merged = current && base && rules.merge({ path, base, ours: own, theirs: current.bytes })
    if (merged) return { bytes: merged, merged: true }
    throw new StaleTextError(current && contentText(path, current), base && textOfBytes(base))
  }

  return {
    faultOf,

    async readText(path: string): Promise<ContentText> {
      return contentText(path, newest(path))
    },

    siteFiles: (): SiteFile[] =>
      SITE_PATHS.map((path) => ({
        path,
        isThere: files.stamp(path) !== null,
        problems: problemsOf(path),
      })),

    async saveText(path: string, change: TextChange): Promise<Saved<ContentText>> {
      newest(path)
      const wasListed = problemsOf(path).length > 0
      const { commit, value } = await repository.write(async (tree) => {
        const current = await tree.read(path)
        const { bytes, merged } = await fitted(path, change, { tree, current })
        const fault = faultOf(path, bytes)
        const wasBroken = current !== null && faultOf(path, current.bytes) !== null
        if (fault !== null && !(change.isForced && wasBroken))
          throw unreadableText(fault, wasBroken)
        const verb = current === null ? 'Add' : wasListed ? 'Mend' : 'Update'
        const isSame = current?.bytes.equals(bytes) ?? false
        return {
          changes: isSame ? [] : [{ path, bytes }],
          subject: `${verb} ${path}`,
          value: { bytes, merged },
        }
      })
      await live.refresh([path])
      const { bytes, merged } = value
      // As it was committed: by now the file may be another's, or gone.
      return { value: contentText(path, { bytes, revision: blobId(bytes) }), commit, merged }
    },
  }
}

export type TextFiles = ReturnType<typeof createTextFiles>

/** @throws NotFoundError for a path of no content, AppError 409 for a name that cannot be used */
function fileOf(path: string): ContentPath {
  const file = classifyPath(path)
  if (file === null) throw new NotFoundError('There is no such content file.')
  if (isProblem(file)) throw unreadable(file.reason)
  return file
}

function unreadable(reason: string): AppError {
  return new AppError(409, 'unreadable_file', reason)
}

/** A text is refused because no content could be read from it. */
export function unreadableText({ line, reason }: Problem, wasBroken: boolean): AppError {
  const place = line === null ? '' : `Line ${line}: `
  const outcome = wasBroken
    ? 'The file could still not be read, so nothing was saved.'
    : 'With this text the file could no longer be read, so nothing was saved.'
  return new AppError(400, 'unreadable_text', `${outcome} ${place}${reason}`, {
    details: { line, reason, may_force: wasBroken },
  })
}
