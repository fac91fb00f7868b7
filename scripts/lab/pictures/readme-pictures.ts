/**
 * `npm run shots -- --readme`: the README's two pictures in .github/, the first screen of the
 * starter site, dark and light, each post committed on its day. Each stays below `BYTES_MAX`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { fillStarterContent } from '../../../server/content/files/starter-content.ts'
import { findChromium } from '../../chromium.mjs'
import { dateStarter } from '../../content/starter-files.ts'
import { startBuiltServer, until } from '../built-server.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { looks, open } from './pictures.ts'

const FOLDER = resolve('.github')
const WIDTH = 1280
/** Ends above a line of text. */
const HEIGHT = 766
const TIME_ZONE = 'UTC'
const HISTORY_MS_MAX = 60_000
const BYTES_MAX = 120_000

const browser = await chromium.launch({
  executablePath: findChromium() ?? 'chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'],
})
try {
  await inTemporaryFolder('gap-readme-', takePictures)
} finally {
  await browser.close()
}

async function takePictures(folder: string): Promise<void> {
  const contentDir = join(folder, 'content')
  const paths = fillStarterContent(contentDir, resolve('content'))
  dateStarter(contentDir, { now: Date.now(), timeZone: TIME_ZONE })
  commitDayByDay(contentDir, paths)
  const server = await startBuiltServer({
    contentDir,
    stateDir: join(folder, 'state'),
    env: { TIME_ZONE },
  })
  try {
    await until(async () => {
      const { data } = JSON.parse(await server.text('/api/posts/streak'))
      return data.on_time_days > 0
    }, HISTORY_MS_MAX)
    mkdirSync(FOLDER, { recursive: true })
    for (const look of looks(browser)) {
      if (look.width !== WIDTH) continue
      const tab = await (await look.context()).newPage()
      await open(tab, server, '/')
      const clip = { x: 0, y: 0, width: WIDTH, height: HEIGHT }
      const bytes = await sharp(await tab.screenshot({ animations: 'disabled', clip }))
        .webp({ quality: 82 })
        .toBuffer()
      if (bytes.length > BYTES_MAX) throw new Error(`The picture has ${bytes.length} bytes.`)
      writeFileSync(join(FOLDER, `site-${look.theme}.webp`), bytes)
      console.log(`.github/site-${look.theme}.webp: ${bytes.length} bytes`)
      await tab.context().close()
    }
  } finally {
    await server.stop()
  }
}

/** As its owner would have: all but the posts first, then each post at its own time. */
function commitDayByDay(folder: string, paths: readonly string[]): void {
  const dated = paths
    .map((path) => [/^date: (\S+)/m.exec(readFileSync(join(folder, path), 'utf8'))?.[1], path])
    .sort(([a = '', path = ''], [b = '', other = '']) => (a + path < b + other ? -1 : 1))
  const first = dated.find(([date]) => date !== undefined)?.[0]
  const git = (args: string[], env = {}) =>
    execFileSync('git', args, { cwd: folder, env: { ...process.env, ...env } })
  git(['init', '-q', '-b', 'main'])
  for (const [date = first, path = ''] of dated) {
    git(['add', '--', path])
    const author = ['-c', 'user.name=Author', '-c', 'user.email=author@example.org']
    const time = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    git([...author, 'commit', '-q', '-m', `Add ${path}`], time)
  }
}
