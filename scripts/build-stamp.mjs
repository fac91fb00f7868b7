/**
 * What dist/ was built from, so that nothing is built twice. Plain JavaScript without packages, as
 * prepare.mjs.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the bundles are made of. */
const BUILD_INPUTS = [
  'client',
  'server',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const BUILD_STAMP = 'dist/.stamp'

/** Whether dist/ was made from the sources as they are now. */
export function isBuilt(root) {
  try {
    return readFileSync(join(root, BUILD_STAMP), 'utf8') === fingerprint(root)
  } catch {
    return false
  }
}

/** Builds, and notes what it was made from: one that fails leaves no note of an earlier one. */
export async function stampedBuild(build, root) {
  const sources = fingerprint(root)
  rmSync(join(root, BUILD_STAMP), { force: true })
  await build()
  writeFileSync(join(root, BUILD_STAMP), sources)
}

/** A digest of names, sizes and times of the sources: reading their text would take longer. */
function fingerprint(root) {
  const hash = createHash('sha256')
  for (const input of BUILD_INPUTS) addToHash(hash, root, input)
  return hash.digest('hex')
}

function addToHash(hash, root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return
  if (!stat.isDirectory()) {
    hash.update(`${path}:${stat.mtimeMs}:${stat.size}\n`)
    return
  }
  for (const name of readdirSync(join(root, path)).sort()) {
    if (!/\.test\.tsx?$/.test(name)) addToHash(hash, root, `${path}/${name}`)
  }
}
