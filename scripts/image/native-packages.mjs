/**
 * The packages with native code, which no bundle can hold, and what they need: read out of the
 * lockfile, so that the image follows it. `node scripts/image/native-packages.mjs FOLDER` copies
 * them there as a node_modules of their own.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** What the build leaves out of the bundles. */
export const NATIVE_PACKAGES = ['@resvg/resvg-js', 'sharp']

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

/** Folders below the project, as the lockfile names them, of the packages and all they depend on. */
export function nativeFolders(root = PROJECT) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Set()
  const add = (name, from) => {
    const folder = foldersAbove(from)
      .map((above) => `${above}node_modules/${name}`)
      .find((path) => path in packages)
    if (folder === undefined || found.has(folder)) return
    found.add(folder)
    const { dependencies, optionalDependencies } = packages[folder]
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      add(needed, `${folder}/`)
    }
  }
  for (const name of NATIVE_PACKAGES) add(name, '')
  return [...found].sort()
}

/** Where Node looks for what a package asks for: its own folder first, the project's last. */
function foldersAbove(from) {
  const inner = from.lastIndexOf('node_modules/')
  return inner < 0 ? [''] : [from, ...foldersAbove(from.slice(0, inner))]
}

/** Copies those that are installed: builds for other machines are in the lockfile alone. */
function copyNative(to) {
  const installed = nativeFolders().filter((folder) => existsSync(join(PROJECT, folder)))
  for (const folder of installed) {
    // A package's own node_modules comes along by its own entries.
    const filter = (path) => !path.slice(join(PROJECT, folder).length).includes('node_modules')
    const place = join(to, folder.slice('node_modules/'.length))
    cpSync(join(PROJECT, folder), place, { recursive: true, filter })
  }
  console.log(`Copied ${installed.length} packages with native code: ${installed.join(', ')}`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , to] = process.argv
  if (to === undefined) {
    console.error('Usage: node scripts/image/native-packages.mjs FOLDER')
    process.exit(2)
  }
  copyNative(resolve(to))
}
