/** Where the host of a repository shows a commit, and the history of a file. */

/** GitLab and Bitbucket by their names; the others are like GitHub: Gitea, Forgejo, sourcehut. */
const HOSTS: readonly [RegExp, { commit: string; history: string }][] = [
  [/(?:^|\.)gitlab\./, { commit: '/-/commit/', history: '/-/commits/HEAD/' }],
  [/(?:^|\.)bitbucket\./, { commit: '/commits/', history: '/history-node/HEAD/' }],
]
const USUAL_HOST = { commit: '/commit/', history: '/commits/HEAD/' }

/**
 * The address of a commit's page. `https://host/owner/name`, also with `.git` or slashes at its end.
 * @param repository an absolute http(s) address, as site.yaml has it
 */
export function commitUrl(repository: string, commit: string): string {
  const { base, routes } = hostOf(repository)
  return base + routes.commit + commit
}

/**
 * The address of a file's commits.
 * @param path of the file in the repository, with `/` between its folders
 */
export function fileHistoryUrl(repository: string, path: string): string {
  const { base, routes } = hostOf(repository)
  return base + routes.history + path.split('/').map(encodeURIComponent).join('/')
}

function hostOf(repository: string) {
  const { origin, host, pathname } = new URL(repository)
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  const routes = HOSTS.find(([name]) => name.test(host))?.[1] ?? USUAL_HOST
  return { base: origin + path, routes }
}
