/**
 * A stamp of the sources that dist/ was built from, to skip unnecessary builds. Plain JavaScript
 * without packages, like prepare.mjs.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Inputs of the build. */
const FOLDERS = ['client', 'server', 'scripts']
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json']
const BUILD_STAMP = 'dist/.stamp'

/**
 * Whether dist/ was built from the current sources.
 * @param {string} root the project folder
 */
export function isBuilt(root) {
  try {
    return readFileSync(join(root, BUILD_STAMP), 'utf8') === fingerprint(root)
  } catch {
    return false
  }
}

/**
 * Builds and writes the stamp; a failed build leaves no stamp.
 * @param {() => Promise<void>} build
 * @param {string} root the project folder
 */
export async function stampedBuild(build, root) {
  const sources = fingerprint(root)
  rmSync(join(root, BUILD_STAMP), { force: true })
  await build()
  writeFileSync(join(root, BUILD_STAMP), sources)
}

/**
 * A hash of names, sizes and mtimes of the sources; hashing their content would take longer.
 * @param {string} root
 */
function fingerprint(root) {
  const hash = createHash('sha256')
  const sources = FOLDERS.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(folder, name),
        )
      : [],
  )
  for (const path of [...sources, ...FILES].sort()) {
    const stat = statSync(join(root, path), { throwIfNoEntry: false })
    if (!stat?.isFile() || /\.test\.tsx?$/.test(path)) continue
    hash.update(`${path}:${stat.mtimeMs}:${stat.size}\n`)
  }
  return hash.digest('hex')
}
