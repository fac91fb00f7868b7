/** Where the host of a repository shows a commit. */

/** Hosts by their names, and what stands between the repository's address and the commit. */
const PATTERNS: readonly [RegExp, string][] = [
  [/(?:^|\.)gitlab\./, '/-/commit/'],
  [/(?:^|\.)bitbucket\./, '/commits/'],
]
/** GitHub, Gitea, Forgejo, Codeberg, sourcehut. */
const USUAL = '/commit/'

/**
 * The address of a commit's page. `https://host/owner/name`, also with `.git` or slashes at its end.
 * @param repository an absolute http(s) address, as site.yaml has it
 */
export function commitUrl(repository: string, commit: string): string {
  const { origin, host, pathname } = new URL(repository)
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  const between = PATTERNS.find(([name]) => name.test(host))?.[1] ?? USUAL
  return `${origin}${path}${between}${commit}`
}
