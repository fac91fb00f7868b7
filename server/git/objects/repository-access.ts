/** What every part of an open repository works with: the disk, the one git, its paths and objects. */
import type { Log } from '../../log.ts'
import type { Git } from './git-process.ts'
import type { Io } from './io.ts'
import type { ObjectReader } from './object-reader.ts'
import type { RepositoryPaths } from './repository-paths.ts'
import type { TreeCache } from './tree-cache.ts'

export interface RepositoryAccess {
  io: Io
  git: Git
  log: Log
  paths: RepositoryPaths
  reader: ObjectReader
  trees: TreeCache
}
