/** `content export`: writes the public site as plain files, with the answers of the server's app. */
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plural } from '#domain/texts/plural.ts'
import { readSettings } from '../../../server/config.ts'
import { authorEnvironment, Git } from '../../../server/git/objects/git-process.ts'
import { findRepositoryPlace } from '../../../server/git/objects/repository-place.ts'
import * as command from '../command-settings.ts'
import { parseCall, UsageError } from '../usage.ts'
import { SiteWriter } from './write-site.ts'

/** Names the files of the export, a path a line. */
const LIST = '.gap-export'

/** Returns the exit status: 1 if an address failed. @throws UsageError, CommandError */
export async function runExport(args: string[], settings: command.CommandSettings) {
  const { values, positionals } = parseCall('export', args, { base: { type: 'string' } })
  const [to, ...others] = positionals
  if (to === undefined || others.length > 0) throw new UsageError('Name one folder to export to.')
  const base = (values.base ?? '').replace(/\/$/, '')
  if (!/^(?:\/[\w.~-]+)*$/.test(base)) {
    throw new UsageError(`--base takes a path such as /blog, not '${values.base}'.`)
  }
  command.requireFolder(settings.contentDir)
  const { siteUrl } = settings
  if (!siteUrl) console.error('SITE_URL is not set: feeds have http://localhost:3000.')
  const origin = siteUrl ?? 'http://localhost:3000'
  const folder = resolve(command.currentFolder(), to)
  const old = lastExport(folder)
  const temporary = fs.mkdtempSync(join(tmpdir(), 'gap-export-'))
  try {
    const stateDir = join(temporary, 'state')
    const contentDir = await copyContent(settings.contentDir, join(temporary, 'site'))
    // Built with this program; hooks, which need no server, do not load it.
    const dist = dirname(settings.program)
    const server = pathToFileURL(join(dist, 'server/app.mjs')).href
    const { createApp } = (await import(server)) as typeof import('../../../server/app.ts')
    const { timeZone } = settings
    const defaults = readSettings({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' })
    const app = await createApp({
      settings: { ...defaults, contentDir, stateDir, timeZone, siteUrl: origin + base },
      env: process.env,
      starterDir: join(dist, '../content'),
      clientDir: join(dist, 'client'),
      now: Date.now,
      logTo: process.stderr,
      onGeneratedPassword() {},
    })
    const writer = new SiteWriter(app, { folder, origin, base })
    await writer.writeAll().finally(() => app.close())
    const { written, failures, unserved } = writer
    for (const alias of unserved) console.error(`A plain host cannot serve the alias ${alias}.`)
    for (const failure of failures) console.error(failure)
    // What failed may be there from the last export.
    const files = new Set([...written, ...(failures.length > 0 ? old : [])])
    for (const path of old) if (!files.has(path)) fs.rmSync(join(folder, path), { force: true })
    fs.writeFileSync(join(folder, LIST), `${[...files].sort().join('\n')}\n`)
    console.log(`${plural(written.size, 'file')} in ${to}.`)
    return failures.length > 0 ? 1 : 0
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true })
  }
}

/** The files of the last export. @throws CommandError for a folder with others */
function lastExport(folder: string): string[] {
  fs.mkdirSync(folder, { recursive: true })
  const names = fs.readdirSync(folder)
  if (names.length > 0 && !names.includes(LIST)) {
    throw new command.CommandError(`${folder} is neither empty nor a former export.`)
  }
  fs.writeFileSync(join(folder, LIST), '', { flag: 'a' })
  return fs.readFileSync(join(folder, LIST), 'utf8').split('\n').filter(Boolean)
}

/** Copies the content with its history: the site's own server may run on the original. */
async function copyContent(contentDir: string, top: string): Promise<string> {
  const from = fs.realpathSync(contentDir)
  const source = findRepositoryPlace(from)
  if (source !== null) {
    const git = new Git({ place: null, env: authorEnvironment(process.env) })
    const clone = ['clone', '--quiet', '--shared', '--no-checkout', source.gitFolder, top]
    await git.run(clone, { timeLimitMs: 0 })
  }
  const folder = join(top, source === null ? '' : relative(source.top, from))
  const filter = (path: string) => basename(path) !== '.git'
  fs.cpSync(from, folder, { recursive: true, preserveTimestamps: true, filter })
  return folder
}
