/** The same posts as a site of Hugo's, with templates of one line. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { timed } from './figures.ts'
import type { Bench } from './measured-site.ts'

export async function hasHugo(): Promise<boolean> {
  return promisify(execFile)('hugo', ['version']).then(
    () => true,
    () => false,
  )
}

/** Writes the site. Returns its folder. */
export function writeHugoSite({ site, folder }: Pick<Bench, 'site' | 'folder'>): string {
  const source = join(folder, 'hugo')
  mkdirSync(join(source, 'layouts/_default'), { recursive: true })
  for (const { path } of site.posts) {
    // `url` is the page's own address to Hugo.
    const text = readFileSync(join(site.twinDir, path), 'utf8').replace(/^url: .*\n/m, '')
    mkdirSync(join(source, 'content', dirname(path)), { recursive: true })
    writeFileSync(join(source, 'content', path), text)
  }
  writeFileSync(join(source, 'config.toml'), 'baseURL = "http://localhost/"\ntitle = "Site"\n')
  writeFileSync(join(source, 'layouts/_default/single.html'), '{{ .Title }}{{ .Content }}\n')
  writeFileSync(
    join(source, 'layouts/_default/list.html'),
    '{{ range first 20 .RegularPages }}{{ .Title }}{{ .Summary }}{{ end }}\n',
  )
  return source
}

/** Returns what builds the site from nothing, and its milliseconds. */
export async function buildWithHugo(bench: Bench): Promise<() => Promise<number>> {
  const source = writeHugoSite(bench)
  return () => timed(() => promisify(execFile)('hugo', ['--source', source, '--quiet']))
}
