/**
 * Lets an author's push and our writes take turns. Git's own `updateInstead` changes the work tree
 * first and only then finds that a commit of ours has moved the branch: the push fails, but its
 * files stay, staged, and ours are gone from the work tree. The `push-to-checkout` hook, which git
 * runs instead, leaves a mark that our writes respect, and looks at HEAD after it.
 */
import { chmod, link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Git, isAncestor } from '../objects/git-process.ts'
import { type FileIdentity, type Io, modifiedMs } from '../objects/io.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { TREE_ENTRIES_MAX } from '../objects/verify-path.ts'

const MARK = 'push'
/**
 * A mark older than this is of a push that died. The hook renews it before git changes the work tree
 * (which holds `index.lock` meanwhile) and after it: from there the branch moves at once.
 */
const MARK_MS_MAX = 5_000

/** `index.lock` is ours from before we look for the mark until the ref has moved: hence the wait. */
const SIGNED = '#!/bin/sh\n# Written by G.A.P. '
const HOOK = `${SIGNED}Brings the work tree to a pushed commit, as git's updateInstead would, but never
# at the same time as the site saves, and without touching files that are being edited here.
new=$1
gap=$(git rev-parse --git-common-dir)/gap
lock=$(git rev-parse --git-path index.lock)
empty=4b825dc642cb6eb9a060e54bf8d69288fbee4904

refuse() {
  rm -f "$gap/${MARK}"
  echo "$1" >&2
  exit 1
}

mark() {
  [ ! -d "$gap" ] || echo "$new" >"$gap/${MARK}"
}

# The history of all is read later, not only of the newest: the tree of each new commit is counted,
# before the site has to wait, and no further than the limit.
known=$(git rev-parse -q --verify HEAD) && known=^$known
too_large=$(git rev-list --no-commit-header --format=%T "$new" $known | sort -u |
  while read -r root; do
    echo && git ls-tree -r -t --full-tree --name-only "$root" || exit
  done | awk '/^$/ { n = 0; next } ++n > ${TREE_ENTRIES_MAX} { print; exit }')
if [ -n "$too_large" ]; then
  echo 'A commit of this push has more than ${TREE_ENTRIES_MAX} files and folders, which the site does not take.' >&2
  exit 1
fi
mark
tries=0
while [ -d "$gap" ] && [ -e "$lock" ] && [ "$tries" -lt 50 ]; do
  tries=$((tries + 1))
  mark
  sleep 0.1
done
head=$(git rev-parse -q --verify HEAD) || head=$empty
if [ "$head" = "$(git rev-parse -q --verify refs/gap/acked)" ] &&
  ! git merge-base --is-ancestor "$head" "$new" &&
  [ -n "$(find "$gap/intent" -mmin -1 2>/dev/null)" ]; then
  refuse 'The site saved a change a moment ago. Pull it, then push again.'
fi
git update-index -q --ignore-submodules --refresh
mark
if said=$(git read-tree -u -m "$head" "$new" 2>&1); then
  mark
  exit 0
fi
edited=$({
  git -c core.quotePath=false diff --name-only "$head"
  git -c core.quotePath=false diff --name-only "$head" "$new"
} 2>/dev/null | sort | uniq -d | head -n 20 | sed 's/^/  /')
refuse "This push changes files that are being edited on the server:
\${edited:-$said}
Nothing was changed. Commit or discard them there, then push again."
`

/**
 * Writes the hook into a repository that takes pushes into its checked-out branch, unless hooks are
 * kept outside of it or there is one by somebody else; one by an older version is replaced.
 * @returns whether it is there now and ours
 */
export async function installPushHook(paths: RepositoryPaths): Promise<boolean> {
  const { hooks, commonFolder, gap } = paths
  if (!`${hooks}/`.startsWith(`${commonFolder}/`)) return false
  const path = join(hooks, 'push-to-checkout')
  try {
    await mkdir(hooks, { recursive: true })
    // Linked into its place when it is whole: a kill leaves no hook or all of it.
    const whole = join(gap, `hook-${process.pid}`)
    await writeFile(whole, HOOK)
    await chmod(whole, 0o755)
    if (await isOurs(path)) await rename(whole, path)
    else await link(whole, path).finally(() => unlink(whole))
    return true
  } catch {
    return false
  }
}

async function isOurs(path: string): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => '')).startsWith(SIGNED)
}

/** The mark of a push in one repository. */
export class PushMark {
  readonly #io: Io
  readonly #git: Git
  readonly #path: string
  /** The mark of a push that has moved the branch. */
  #ended: FileIdentity | null = null

  constructor({ io, paths, git }: RepositoryAccess) {
    this.#io = io
    this.#git = git
    this.#path = join(paths.gap, MARK)
  }

  /** Whether a push has begun to change the work tree and has not moved the branch yet. */
  async isUnderWay(branch: string): Promise<boolean> {
    const mark = await this.#io.read(this.#path)
    if (mark === null || mark.identity === this.#ended) return false
    if (Date.now() - modifiedMs(mark.identity) > MARK_MS_MAX) return false
    const tip = mark.bytes.toString().trim()
    // Without a commit it is being written at this moment.
    if (tip === '' || !(await isAncestor(this.#git, tip, branch))) return true
    this.#ended = mark.identity
    return false
  }
}
