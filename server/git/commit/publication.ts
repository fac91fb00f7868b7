/** What planning hands to publishing: commits that are ready, and the files they bring. */

import type { RefMove } from '../locks/ref-mover.ts'
import type { GitObject } from '../objects/objects.ts'
import type { TreeEntry } from '../objects/tree.ts'

export interface PublishedFile {
  /** From the top of the work tree. */
  path: string
  /** The bytes in the work tree that the new ones were made from, null for no file. */
  before: Buffer | null
  after: { entry: TreeEntry; bytes: Buffer } | null
  /** See IntendedFile. */
  replaceable: readonly (TreeEntry | null)[]
  /** See IntendedFile. */
  isLeftOut: boolean
}

export interface Publication {
  /** The commit that the branch must still name; null before the first. */
  base: string | null
  tip: string
  /** Root tree of the base. */
  baseTree: string | null
  objects: readonly GitObject[]
  files: readonly PublishedFile[]
  /** More refs to move in the same transaction. */
  moves: readonly RefMove[]
}

/** A publication that is still to be told which refs move along with it. */
export type PlannedPublication = Omit<Publication, 'moves'>
