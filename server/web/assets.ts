/**
 * The browser's files as buffers with their compressed forms, read once at start. A request picks
 * one by looking its name up in a map, so no name can lead out of the folder.
 */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** What a document loads. */
export interface PageAssets {
  /** A module that starts the page. */
  script: string
  sheet: string
}

/** dist/client/manifest.json, as scripts/build.mjs writes it. Addresses start with `/assets/`. */
export interface AssetManifest {
  /** Names the build of the browser's files. */
  build: string
  /** What visitors' pages load, and what the admin's do. */
  site: PageAssets
  panel: PageAssets
  /** The classic script that sets the theme, and loads the others once something is painted. */
  beforePaint: string
  fonts: string[]
  /** Names of all files of this build, and of the build before it for tabs left open. */
  files: string[]
  previousFiles: string[]
}

export interface AssetFile {
  contentType: string
  identity: Buffer
  /** Null where a compressed form would not be smaller. */
  gzip: Buffer | null
  br: Buffer | null
}

export interface Assets {
  manifest: AssetManifest
  /** By file name. */
  files: ReadonlyMap<string, AssetFile>
}

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Reads the built files. Synchronous: it happens once, before listening.
 * @param folder dist/client
 * @throws Error when the client has not been built.
 */
export function readAssets(folder: string): Assets {
  const text = readIfThere(join(folder, 'manifest.json'))
  if (text === null) throw new Error('The client is not built: run `npm run build`.')
  // Written by our own build, so its shape is known.
  const manifest = JSON.parse(text.toString()) as AssetManifest
  const read = (name: string) => readIfThere(join(folder, 'assets', name))
  const files = new Map<string, AssetFile>()
  for (const name of [...manifest.files, ...manifest.previousFiles]) {
    const identity = read(name)
    if (identity === null) continue
    files.set(name, {
      contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
      identity,
      gzip: read(`${name}.gz`),
      br: read(`${name}.br`),
    })
  }
  return { manifest, files }
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
