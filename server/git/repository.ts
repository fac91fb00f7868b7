/**
 * Public interface of this room: `Repository` with its parameter and result types. It does not know
 * what the files mean. Paths are relative to the content folder, with `/`, as in `posts/a.md`.
 */

export type { History } from './history/history.ts'
export { changeOf, redoCommit, undoCommit } from './history/undo.ts'
export { blobId, isVersion } from './objects/object-id.ts'
export type { Repository } from './open/create-repository.ts'
export type { RepositoryParts } from './open/open-parts.ts'
export type * from './types.ts'
