/** The same posts as a Hugo site with minimal templates. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { timed } from './figures.ts'
import type { Bench } from './measured-site.ts'

const hugo = (...args: string[]) => promisify(execFile)('hugo', args)

/** Whether Hugo is installed. */
export const hasHugo = () => hugo('version').then(Boolean, () => false)

/** Writes the site. Returns its folder. */
export function writeHugoSite({ posts, twinDir, folder }: Bench): string {
  const source = join(folder, 'hugo')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(source, path)), { recursive: true })
    writeFileSync(join(source, path), text)
  }
  for (const { path } of posts) {
    // In Hugo `url` is the address of the page itself.
    const text = readFileSync(join(twinDir, path), 'utf8').replace(/^url: .*\n/m, '')
    write(`content/${path}`, text)
  }
  write('config.toml', 'baseURL = "http://localhost/"\ntitle = "Site"\n')
  write('layouts/_default/single.html', '{{ .Title }}{{ .Content }}\n')
  const list = '{{ range first 20 .RegularPages }}{{ .Title }}{{ .Summary }}{{ end }}\n'
  write('layouts/_default/list.html', list)
  return source
}

/** Writes the site and returns a function that builds it and returns the milliseconds. */
export function buildWithHugo(bench: Bench): () => Promise<number> {
  const source = writeHugoSite(bench)
  return () => timed(() => hugo('--source', source, '--quiet'))
}
