/**
 * Lets an author's pushes and our saves take turns. Git's `updateInstead` changes the work tree
 * before it finds that a save has moved the branch: the push fails, but its files stay staged and
 * ours are gone. The `push-to-checkout` hook, which git runs instead, writes a mark that saves
 * respect, then reads HEAD.
 */
import * as fs from 'node:fs'
import { join } from 'node:path'
import { isAncestor } from '../objects/git-process.ts'
import { modifiedMs } from '../objects/io.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { TREE_ENTRIES_MAX } from '../objects/verify-path.ts'

const MARK = 'push'
/**
 * An older mark is from a push that died. The hook renews it before and after git changes the work
 * tree (under `index.lock`); then the branch moves at once.
 */
const MARK_MS_MAX = 5_000

const SIGNED = '#!/bin/sh\n# Written by G.A.P. '
/**
 * The hook waits for `index.lock`: a save holds it from its check of the mark until the ref has
 * moved.
 */
const HOOK = `${SIGNED}Brings the work tree to a pushed commit, as git's updateInstead would, but never
# at the same time as the site saves, and without touching files that are being edited here.
new=$1
# No pushed ref changes what an object id means.
export GIT_NO_REPLACE_OBJECTS=1
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

# The site reads every new commit, so each of their trees is counted, up to the limit, before the
# site has to wait.
old=$(git rev-parse -q --verify HEAD) && old=^$old
too_large=$(git rev-list --no-commit-header --format=%T "$new" $old | sort -u |
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
if failure=$(git read-tree -u -m "$head" "$new" 2>&1); then
  mark
  exit 0
fi
edited=$({
  git -c core.quotePath=false diff --name-only "$head"
  git -c core.quotePath=false diff --name-only "$head" "$new"
} 2>/dev/null | sort | uniq -d | head -n 20 | sed 's/^/  /')
refuse "This push changes files that are being edited on the server:
\${edited:-$failure}
Nothing was changed. Commit or discard them there, then push again."
`

/**
 * Writes the hook, or replaces one by an older version, unless hooks are kept outside of the
 * repository or the hook is somebody else's. Synchronous: at a start each step in the thread pool
 * would wait for the files that are read meanwhile.
 */
export function installPushHook({ hooks, commonFolder, gap }: RepositoryPaths): void {
  if (!`${hooks}/`.startsWith(`${commonFolder}/`)) return
  const path = join(hooks, 'push-to-checkout')
  try {
    const isOwnHook = !fs.existsSync(path) || fs.readFileSync(path, 'utf8').startsWith(SIGNED)
    if (!isOwnHook) return
    fs.mkdirSync(hooks, { recursive: true })
    // Renamed into place when complete: a kill never leaves half a hook.
    const complete = join(gap, `hook-${process.pid}`)
    fs.writeFileSync(complete, HOOK)
    fs.chmodSync(complete, 0o755)
    fs.renameSync(complete, path)
  } catch {
    // Pushes go on without the hook.
  }
}

/** Whether a push has begun to change the work tree and has not moved the branch yet. */
export async function isPushUnderWay(
  { io, paths, git }: Pick<RepositoryAccess, 'io' | 'paths' | 'git'>,
  branch: string,
): Promise<boolean> {
  const mark = await io.read(join(paths.gap, MARK))
  // One from the future is of a clock that was set back since.
  if (mark === null || Math.abs(Date.now() - modifiedMs(mark.identity)) > MARK_MS_MAX) return false
  const tip = mark.bytes.toString().trim()
  // An empty mark is being written.
  return tip === '' || !(await isAncestor(git, tip, branch))
}
