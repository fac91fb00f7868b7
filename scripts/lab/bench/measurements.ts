/** What measure.ts measures, one function a subject. */
import { execFile } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type BuiltServer, until } from '../built-server.ts'
import { type NamedFigures, percentile, spread, timed } from './figures.ts'
import { git, type MeasuredSite } from './measured-site.ts'

const VISIBLE_MS_MAX = 30_000

/**
 * Saves of a changed title through the API, each one commit, in turn with a change of the same
 * post by `git add` and `git commit` in the twin: both meet the same noise.
 */
export async function measureSaves(of: {
  server: BuiltServer
  site: MeasuredSite
  count: number
}): Promise<NamedFigures> {
  const { server, site } = of
  const saves: number[] = []
  const commits: number[] = []
  for (const [index, { id, path }] of site.posts.slice(0, of.count).entries()) {
    const title = `Changed ${index}`
    saves.push(await timed(() => server.call('PUT', `/posts/${id}`, { title })))
    appendFileSync(join(site.twinDir, path), '\nChanged.\n')
    commits.push(
      await timed(async () => {
        await git(site.twinDir, 'add', path)
        await git(site.twinDir, 'commit', '--quiet', '-m', 'Change')
      }),
    )
  }
  return { ...spread('save through the API', saves), ...spread('git add + git commit', commits) }
}

/** From the end of writing a file by hand to the page that shows it. */
export async function measureChanges(of: {
  server: BuiltServer
  site: MeasuredSite
  count: number
}): Promise<NamedFigures> {
  const samples: number[] = []
  for (const [index, { id, path }] of of.site.posts.slice(-of.count).entries()) {
    const mark = `Mark-${index}-of-a-change`
    await of.server.text(`/post/${id}`)
    appendFileSync(join(of.site.contentDir, path), `\n${mark}\n`)
    samples.push(
      await timed(() =>
        until(async () => (await of.server.text(`/post/${id}`)).includes(mark), VISIBLE_MS_MAX),
      ),
    )
  }
  await git(of.site.contentDir, 'commit', '--quiet', '--all', '-m', 'Changes by hand')
  return { 'file changed to page, p50': { value: percentile(samples, 0.5), unit: 'ms' } }
}

/** `git push` of new posts from the author's clone, until all of them are counted. */
export async function measurePush(of: {
  server: BuiltServer
  site: MeasuredSite
  files: number
}): Promise<NamedFigures> {
  const { authorDir } = of.site
  const tag = `Push of ${of.files}`
  const posts = join(authorDir, 'posts/2026')
  await git(authorDir, 'pull', '--quiet', '--rebase')
  for (let number = 0; number < of.files; number += 1) {
    const text = `---\ndate: 2026-11-19\ntags: [${tag}]\n---\n\nPushed ${number}.\n`
    writeFileSync(join(posts, `pushed-${of.files}-${number}.md`), text)
  }
  await git(authorDir, 'add', '.')
  await git(authorDir, 'commit', '--quiet', '-m', tag)
  const isVisible = async () => {
    const tags = await of.server.call('GET', '/posts/tags')
    const counts = tags as { name: string; count: number }[] // what the API answers
    return counts.find(({ name }) => name === tag)?.count === of.files
  }
  const pushMs = await timed(() => git(authorDir, 'push', '--quiet'))
  const visibleMs = await timed(() => until(isVisible, VISIBLE_MS_MAX))
  const name = `push of ${of.files} file${of.files === 1 ? '' : 's'}`
  return {
    [`${name}, git push itself`]: { value: pushMs, unit: 'ms' },
    [`${name}, its end to visible`]: { value: visibleMs, unit: 'ms' },
  }
}

/** Hugo's build of the same posts with templates of one line; nothing when it is not installed. */
export async function measureHugo(of: {
  site: MeasuredSite
  folder: string
}): Promise<NamedFigures> {
  const source = join(of.folder, 'hugo')
  mkdirSync(join(source, 'layouts/_default'), { recursive: true })
  for (const { path } of of.site.posts) {
    // `url` is the page's own address to Hugo.
    const text = readFileSync(join(of.site.twinDir, path), 'utf8').replace(/^url: .*\n/m, '')
    mkdirSync(join(source, 'content', dirname(path)), { recursive: true })
    writeFileSync(join(source, 'content', path), text)
  }
  writeFileSync(join(source, 'config.toml'), 'baseURL = "http://localhost/"\ntitle = "Site"\n')
  writeFileSync(join(source, 'layouts/_default/single.html'), '{{ .Title }}{{ .Content }}\n')
  writeFileSync(
    join(source, 'layouts/_default/list.html'),
    '{{ range first 20 .RegularPages }}{{ .Title }}{{ .Summary }}{{ end }}\n',
  )
  try {
    const value = await timed(() => promisify(execFile)('hugo', ['--source', source, '--quiet']))
    return { 'hugo, build of the same posts': { value, unit: 'ms' } }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
