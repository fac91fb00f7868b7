/**
 * Becomes dist/server/main.mjs: runs the server's bundle with the code that V8 compiled of it during
 * the build. Compiling is the largest part of a start, and an ES module cannot be given compiled
 * code, which is why the bundle is a script. V8 refuses what another version of it compiled; then,
 * as without the file, everything is compiled anew.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, Script } from 'node:vm'

const file = fileURLToPath(new URL('./server.cjs', import.meta.url))
const compiledFile = `${file}.compiled`

// The bundler leaves nothing but ASCII, which is read fastest this way.
const script = new Script(readFileSync(file, 'latin1'), {
  filename: file,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  ...(existsSync(compiledFile) && { cachedData: readFileSync(compiledFile) }),
})
const module = { exports: {} }
script.runInThisContext()(
  module.exports,
  createRequire(import.meta.url),
  module,
  file,
  dirname(file),
)

// At the end, so that it has the functions which a start and the first pages called.
if (process.argv[2] === '--keep-compiled') {
  process.once('exit', () => writeFileSync(compiledFile, script.createCachedData()))
}
