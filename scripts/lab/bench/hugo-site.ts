/** The same posts as a Hugo site with minimal templates. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fixtureIn } from '../../../server/test/git-fixture.ts'
import { timed } from './figures.ts'
import type { Bench } from './measured-site.ts'

const hugo = (...args: string[]) => promisify(execFile)('hugo', args)

/** Whether Hugo is installed. */
export const hasHugo = () => hugo('version').then(Boolean, () => false)

/** Writes the site. Returns its folder. */
export function writeHugoSite({ posts, twin, folder }: Bench): string {
  const source = join(folder, 'hugo')
  const { put: write } = fixtureIn(source)
  for (const { path } of posts) {
    // In Hugo `url` is the address of the page itself.
    const text = twin.text(path).replace(/^url: .*\n/m, '')
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
