/** Moves refs through git, so that packed refs, reflogs and linked work trees stay its business. */
import { gitStep, type RepositoryAccess } from '../objects/repository-access.ts'
import type { CommitId } from '../repository.ts'

const NO_COMMIT = '0'.repeat(40)

export interface RefMove {
  ref: string
  to: CommitId
  /** What the ref must name now, null for nothing; absent: whatever it names. */
  from?: CommitId | null
}

/**
 * Moves all of them or none. @throws GitFailure, after which only the refs themselves can tell whether
 * the transaction took place
 */
export async function moveRefs(
  access: Pick<RepositoryAccess, 'io' | 'git'>,
  moves: readonly RefMove[],
): Promise<void> {
  const lines = moves.map(({ ref, to, from }) =>
    from === undefined ? `update ${ref} ${to}` : `update ${ref} ${to} ${from ?? NO_COMMIT}`,
  )
  const input = `${['start', ...lines, 'prepare', 'commit'].join('\n')}\n`
  await gitStep(access, ['update-ref', '-m', 'gap: write', '--stdin'], { input })
}
