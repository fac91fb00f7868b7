/**
 * Writes objects by `git hash-object`, which applies the repository's settings for permissions and
 * fsync: one persistent process for each type.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mapConcurrently } from '../../workers/turns.ts'
import { type Git, GitFailure } from './git-process.ts'
import type { Io } from './io.ts'
import { objectId } from './object-id.ts'
import { OpenCommand } from './open-command.ts'

const TYPES = ['blob', 'tree', 'commit'] as const

type ObjectType = (typeof TYPES)[number]

export interface NewObject {
  type: ObjectType
  id: string
  bytes: Buffer
}

/** The file from which git reads a new object. */
type PlacedObject = { id: string; place: string }

/** An object with its id. */
export const newObject = (type: ObjectType, bytes: Buffer): NewObject => ({
  ...{ type, bytes },
  id: objectId(type, bytes),
})

export class ObjectWriter {
  readonly #io: Io
  /** Where git reads the objects from. */
  readonly #folder: string
  readonly #commands: Readonly<Record<ObjectType, OpenCommand>>

  constructor({ io, git, gap }: { io: Io; git: Git; gap: string }) {
    this.#io = io
    this.#folder = join(gap, 'objects')
    const open = (type: ObjectType) =>
      new OpenCommand(git, ['hash-object', '-w', '--no-filters', '-t', type, '--stdin-paths'])
    this.#commands = { blob: open('blob'), tree: open('tree'), commit: open('commit') }
  }

  /** Resolves when all are flushed, perhaps without their directory entries. @throws GitFailure */
  async write(objects: readonly NewObject[]): Promise<void> {
    const io = this.#io
    await io.makeFolder(this.#folder)
    io.step('git hash-object')
    const placed: Record<ObjectType, PlacedObject[]> = { blob: [], tree: [], commit: [] }
    await mapConcurrently(objects, async ({ type, id, bytes }, at) => {
      // The next objects overwrite this file: to remove it costs as much as to write it.
      const place = join(this.#folder, `${at}`)
      writeFileSync(place, bytes, { mode: 0o600 })
      placed[type].push({ id, place })
    })
    const work = TYPES.map((type) => this.#hash(type, placed[type]))
    // Wait for all, also after a failure: the next call overwrites the files.
    await Promise.allSettled(work)
    await Promise.all(work)
    io.step('git hash-object answered')
  }

  /** Resolves when the processes have ended. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#commands).map((command) => command.close()))
  }

  async #hash(type: ObjectType, placed: readonly PlacedObject[]): Promise<void> {
    if (placed.length === 0) return
    const paths = placed.map(({ place }) => `${place}\n`).join('')
    await this.#commands[type].request(paths, async (answer) => {
      for (const { id } of placed) {
        if ((await answer.line()) === id) continue
        throw new GitFailure('hash-object', null, `${id} has another id`)
      }
    })
  }
}
