/** URLs of commits and file histories at a repository's host. */

/** Hosts with other paths than GitHub, Gitea and Forgejo. */
const HOSTS: readonly [RegExp, { commit: string; history: string }][] = [
  [/(?:^|\.)gitlab\./, { commit: '/-/commit/', history: '/-/commits/HEAD/' }],
  [/(?:^|\.)bitbucket\./, { commit: '/commits/', history: '/history-node/HEAD/' }],
]
const DEFAULT_HOST = { commit: '/commit/', history: '/commits/HEAD/' }

/** URL of a commit. @param repository `https://host/owner/name`, also with `.git` or slashes */
export function commitUrl(repository: string, commit: string): string {
  const { base, routes } = hostOf(repository)
  return base + routes.commit + commit
}

/** URL of a file's history. @param path of the file in the repository */
export function fileHistoryUrl(repository: string, path: string): string {
  const { base, routes } = hostOf(repository)
  return base + routes.history + path.split('/').map(encodeURIComponent).join('/')
}

function hostOf(repository: string) {
  const { origin, host, pathname } = new URL(repository)
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  const routes = HOSTS.find(([name]) => name.test(host))?.[1] ?? DEFAULT_HOST
  return { base: origin + path, routes }
}
