/**
 * What its owner committed in `content/` of a clone of the program, made again for a repository of
 * the content alone: the same texts, authors, times and messages, so that the record goes on.
 */
import { cpSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isStarterCopied } from '../../server/content/files/starter-content.ts'
import { type Git, GitFailure, gitEnvironment } from '../../server/git/objects/git-process.ts'
import { makeRepository } from '../../server/git/open/make-repository.ts'
import { makeFolder } from '../../server/prepare-folders.ts'
import { gitIn } from '../hooks/tree-files.ts'
import { siteAuthor } from '../import/commit-import.ts'

/** Names the carried commits while they are fetched. */
const CARRIED = 'refs/gap/own-content'
const HERE_ALONE = ['HEAD', '--not', '--remotes', '--']
const FORMAT = ['%an', '%ae', '%ad', '%cn', '%ce', '%cd', '%B'].join('%x00')

/** The commits of content/ on this branch that no remote has, oldest first: those of the owner. */
export async function ownCommits(root: string): Promise<string[]> {
  const git = gitIn(root)
  // Without a remote there is nothing to tell the program's own commits by.
  if ((await git.text(['for-each-ref', '--count=1', 'refs/remotes'])) === '') return []
  const line = ['rev-list', '--first-parent', '--reverse', ...HERE_ALONE, 'content']
  return linesOf(await git.text(line))
}

/** Makes `folder` a repository with these commits, and what is not committed yet beside them. */
export async function carryCommits(
  root: string,
  folder: string,
  commits: readonly string[],
): Promise<void> {
  const git = gitIn(root)
  const [first = ''] = commits
  const begin = { subject: 'Start content', at: first }
  let last = await commitAgain(git, `${first}^`, { parent: null, begin })
  for (const commit of commits) last = await commitAgain(git, commit, { parent: last })
  makeFolder(folder)
  const env = gitEnvironment(process.env, {})
  await makeRepository({ folder: realpathSync(folder), author: await siteAuthor(git), env })
  await git.run(['update-ref', CARRIED, last])
  const own = gitIn(folder)
  await own.run(['fetch', '-q', realpathSync(root), CARRIED])
  await own.run(['reset', '-q', '--hard', 'FETCH_HEAD'])
  await git.run(['update-ref', '-d', CARRIED])
  const starter = join(root, 'content')
  cpSync(starter, folder, { recursive: true, filter: (path) => isStarterCopied(starter, path) })
}

/** What takes the owner's commits back out of the clone; null where it has others too. */
export async function commandForUpdates(root: string): Promise<string | null> {
  const git = gitIn(root)
  const beside = ['rev-list', ...HERE_ALONE, '.', ':(exclude)content']
  try {
    if ((await git.text(beside, { env: { GIT_LITERAL_PATHSPECS: '0' } })) !== '') return null
    return `git reset --keep ${await git.text(['rev-parse', '--abbrev-ref', '@{upstream}'])}`
  } catch (error) {
    if (error instanceof GitFailure) return null
    throw error
  }
}

interface Again {
  parent: string | null
  /** Of the commit before the owner's first: it is the starter as it was then. */
  begin?: { subject: string; at: string }
}

/** One commit of the content folder alone. @returns its id */
async function commitAgain(git: Git, commit: string, { parent, begin }: Again): Promise<string> {
  const listed = await git.text(['ls-tree', '-z', `${commit}:content`])
  const entries = listed.split('\0').filter((entry) => entry !== '' && !/\tREADME\.md$/.test(entry))
  const tree = await git.text(['mktree', '-z'], { input: entries.map((e) => `${e}\0`).join('') })
  const shown = ['show', '-s', '--date=raw', `--format=${FORMAT}`, begin?.at ?? commit]
  const [name = '', email = '', date = '', ...more] = (await git.text(shown)).split('\0')
  const [ownName = '', ownEmail = '', ownDate = '', message = ''] = more
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: ownName,
    GIT_COMMITTER_EMAIL: ownEmail,
    GIT_COMMITTER_DATE: ownDate,
  }
  const parents = parent === null ? [] : ['-p', parent]
  const input = begin?.subject ?? message
  return git.text(['commit-tree', tree, ...parents], { input, env })
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
