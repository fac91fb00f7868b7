/** What the build of the browser's files says of them: dist/client/manifest.json. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a document loads. */
export interface PageAssets {
  /** A module that starts the page. */
  script: string
  sheet: string
}

/** As scripts/build.mjs writes it. Addresses start with `/assets/`. */
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

/** @param folder dist/client @throws Error when the client has not been built */
export function readManifest(folder: string): AssetManifest {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) throw new Error('The client is not built: run `npm run build`.')
  // Written by our own build, so its shape is known.
  return JSON.parse(readFileSync(path, 'utf8')) as AssetManifest
}
