import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { makeFolder, makeRepository, testEnv } from '../../test/git-fixture.ts'
import { runKillCycles } from '../../test/kill-cycles.ts'
import { times } from '../../test/times.ts'

/** The writer as one file that plain node runs. */
async function bundleWriter(): Promise<string> {
  const outfile = join(makeFolder(), 'writer.mjs')
  await build({
    stdin: {
      contents: `import { writeUntilKilled } from './git-writer.ts'
        const [, , folder, from, writers] = process.argv
        await writeUntilKilled(folder, Number(from), Number(writers))`,
      resolveDir: resolve(import.meta.dirname, '../../test'),
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    // Packages inside the bundle still ask for `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  return outfile
}

// Starts, kills and recoveries take their time on a busy machine.
const TIME_LIMIT_MS = times(120_000, 1_200_000)

it(
  'loses nothing that was acknowledged when killed at any moment',
  async () => {
    const writer = await bundleWriter()
    const author = makeRepository({ 'posts/a.md': 'A\n', 'posts/dirty.md': 'clean\n' })
    author.put('posts/staged.md', 'staged\n')
    author.git('add', 'posts/staged.md')
    author.put('posts/dirty.md', 'dirty\n')
    author.put('posts/untracked.md', 'untracked\n')
    const counts = await runKillCycles({
      folder: author.folder,
      cycles: times(20, 200),
      writer: [process.execPath, writer],
      env: testEnv,
      killWithinMs: 400,
      fsckEvery: 5,
    })
    expect(counts).toMatchObject({ lost: 0, statusChanged: 0, fsckFaults: 0, locksLeft: 0 })
    expect(counts.acked).toBeGreaterThan(0)
  },
  TIME_LIMIT_MS,
)
