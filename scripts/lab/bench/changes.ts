/** Time from a changed file, or from the end of a pull, to the page that shows it. */
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../../server/test/built-server.ts'
import { inTurns, type Result, repeated, rowOf, timed } from './figures.ts'
import {
  type Bench,
  type BuiltServer,
  hasHugo,
  withServer,
  writeHugoSite,
} from './measured-site.ts'
import { untilQuiet } from './serving.ts'

const VISIBLE_MS_MAX = 60_000
const ROUNDS = 5
const CHANGES_A_ROUND = 5
const HUGO_PORT = '13313'
const PULLED_FILES = 1_000

export function measureChanges(bench: Bench): Promise<Result[]> {
  return withServer(bench, async (server) => {
    await untilQuiet(server.pid)
    const results = (await hasHugo()) ? [await compareWithHugo(bench, server)] : []
    bench.site.commitFiles({})
    const rounds = await repeated(ROUNDS, (round) => pullMs(server, bench, round))
    const note = 'from its end until all files are shown'
    const verdict = { unit: 'ms' as const, max: 1000, note }
    return [...results, rowOf(9, `git pull of ${PULLED_FILES} files`, rounds, verdict)]
  })
}

async function compareWithHugo(bench: Bench, server: BuiltServer): Promise<Result> {
  const source = writeHugoSite(bench)
  const options = ['--source', source, '--port', HUGO_PORT, '--quiet', '--disableLiveReload']
  const hugo = spawn('hugo', ['server', ...options], { stdio: 'ignore' })
  try {
    const root = `http://localhost:${HUGO_PORT}`
    const textAt = async (address: string) => (await fetch(address)).text()
    const isUp = () => textAt(root).then(Boolean, () => false)
    await until(isUp, VISIBLE_MS_MAX)
    let count = 0
    const changed =
      (folder: string, addressOf: (path: string, id: string) => string) => async () => {
        count += 1
        const { id = '', path = '' } = bench.posts.at(-count) ?? {}
        const mark = `Mark-${count}-of-a-change`
        const address = addressOf(path, id)
        await textAt(address)
        appendFileSync(join(folder, path), `\n${mark}\n`)
        const isThere = async () => (await textAt(address)).includes(mark)
        return timed(() => until(isThere, VISIBLE_MS_MAX))
      }
    const rounds = await inTurns(
      { rounds: ROUNDS, samplesPerRound: CHANGES_A_ROUND },
      changed(bench.site.folder, (_, id) => `${server.address}/post/${id}`),
      changed(join(source, 'content'), (path) => `${root}/${path.replace(/\.md$/, '/')}`),
    )
    return rowOf(9, 'file changed to page', rounds, { max: 1 / 6, note: 'hugo server' })
  } finally {
    hugo.kill()
  }
}

async function pullMs(server: BuiltServer, bench: Bench, round: number): Promise<number> {
  const { author, site } = bench
  const tag = `Pull ${round}`
  author.git('pull', '--quiet', '--rebase')
  for (let number = 0; number < PULLED_FILES; number += 1) {
    const text = `---\ndate: 2026-11-19\ntags: [${tag}]\n---\n\nPulled ${number}.\n`
    author.put(`posts/2026/pulled-${round}-${number}.md`, text)
  }
  author.commitFiles({})
  site.git('pull', '--quiet', '--ff-only', author.folder, 'HEAD')
  const isVisible = async () => {
    const tags = await server.call('GET', '/posts/tags')
    const counts = tags as { name: string; count: number }[] // what the API answers
    return counts.find(({ name }) => name === tag)?.count === PULLED_FILES
  }
  return timed(() => until(isVisible, VISIBLE_MS_MAX))
}
