/**
 * What the history says of the posts, read beside the answers: under which ids they were known
 * before, and when their texts were changed after everybody could read them.
 */
import type { CommitId, LineChange, Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import type { PostEdit, Snapshot } from '../records.ts'
import { createPostLines, type PostChange, type PostLine } from './post-lines.ts'
import { publicTexts } from './public-texts.ts'
import type { VersionReader } from './version-reader.ts'

/** Lines looked into between two looks for news. */
const BATCH = 50
/** Changes that are read without a pause for requests between them. */
const SLICE = 500

/** What a snapshot has of the past. */
export type Past = Pick<Snapshot, 'renames' | 'edits'>

export interface PostPast {
  /** Reads what is new in the history; a call during another is answered by one more reading. */
  update(): Promise<void>
  /** The line of the post's file, as far as history has been read. */
  lineAt(path: string): PostLine | undefined
  close(): void
}

/** @param onPast gets what is known whenever it is other than before */
export function createPostPast(edges: {
  repository: Repository
  versions: VersionReader
  log: Log
  onPast(past: Past): void
}): PostPast {
  const { repository, versions, log, onPast } = edges
  let lines = createPostLines()
  let readTo: CommitId | null = null
  let edits = new Map<PostLine, PostEdit>()
  /** Lines whose edits are not known yet. */
  let due = new Set<PostLine>()
  let told = textOf({ renames: new Map(), edits: new Map() })
  let underWay: Promise<void> | null = null
  let isWanted = false
  let isClosed = false

  /** What a change means for the lines: a rename as such, or a file that went and one that came. */
  async function changesIn(change: LineChange): Promise<PostChange[]> {
    const { commit, at, path, from, after } = change
    const went = { commit, at, path: from ?? '', from: null, after: null }
    const came = { commit, at, path, from: null, after }
    if (from === null || !isPost(from)) return isPost(path) ? [came] : []
    if (!isPost(path)) return [went]
    return (await versions.isSame({ ...change, from })) ? [{ ...came, from }] : [went, came]
  }

  async function read(): Promise<void> {
    const head = await repository.head()
    if (head === null || head === readTo) return
    const { isWhole, changes } = await repository.mainLine('posts', { since: readTo, to: head })
    const known: PostChange[] = []
    for (const [index, change] of changes.entries()) {
      if (index % SLICE === SLICE - 1) await new Promise(setImmediate)
      known.push(...(await changesIn(change)))
    }
    // After a rewrite of history some of it is no longer on the branch: all is read again.
    if (isWhole) {
      lines = createPostLines()
      edits = new Map()
      due = new Set()
    }
    for (const line of lines.add(known)) due.add(line)
    readTo = head
  }

  /** When the newest public text replaced another; null when there was none before. */
  async function lastEdit(line: PostLine): Promise<number | null> {
    if (line.isGone || line.versions.length < 2) return null
    let newest: number | null = null
    for await (const { from } of publicTexts(line.versions, versions.read)) {
      if (newest !== null) return newest
      newest = from
    }
    return null
  }

  async function lookIntoSome(): Promise<void> {
    for (const line of [...due].slice(0, BATCH)) {
      due.delete(line)
      const at = await lastEdit(line).catch((error: unknown) => {
        // For the next time, behind the others.
        due.add(line)
        throw error
      })
      if (at === null) edits.delete(line)
      else edits.set(line, { at, versions: line.versions.length })
    }
  }

  function tell(): void {
    const there = [...edits].filter(([line]) => !line.isGone)
    const past = {
      renames: lines.renames(),
      edits: new Map(there.map(([line, edit]) => [line.path, edit])),
    }
    const text = textOf(past)
    if (isClosed || text === told) return
    told = text
    onPast(past)
  }

  async function workWhileWanted(): Promise<void> {
    while ((isWanted || due.size > 0) && !isClosed) {
      if (isWanted) {
        isWanted = false
        await read()
        tell()
      } else {
        await lookIntoSome()
        if (due.size === 0) tell()
      }
    }
    // Set here, not after: a call in between would wait for a reading that is over.
    underWay = null
  }

  return {
    update() {
      isWanted = true
      underWay ??= workWhileWanted().catch((error) => {
        underWay = null
        if (!isClosed) log.warn({ err: error }, 'The history of the posts could not be read')
      })
      return underWay
    },
    lineAt: (path) => lines.at(path),
    close() {
      isClosed = true
    },
  }
}

function isPost(path: string): boolean {
  const file = classifyPath(path)
  return file !== null && !isProblem(file) && file.kind === 'post'
}

function textOf({ renames, edits }: Past): string {
  return JSON.stringify([[...renames], [...edits]])
}
