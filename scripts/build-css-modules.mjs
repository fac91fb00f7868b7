/**
 * CSS modules for esbuild with the same class names in every bundle. esbuild shortens local names
 * by how often one bundle uses them, so the server's markup would not match the browser's sheet;
 * here each module is scoped on its own, as `<file name>_<class>`, and only then bundled.
 */
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { build } from 'esbuild'

const SCOPED_SHEET = 'scoped-sheet'

/**
 * An esbuild plugin.
 * @param {{ sheets: boolean }} options `sheets` false leaves the rules out and keeps the class
 *   names: what the server needs.
 * @returns {import('esbuild').Plugin}
 */
export function cssModules({ sheets }) {
  return {
    name: 'css-modules',
    setup(bundle) {
      const pathOfName = new Map()
      bundle.onLoad({ filter: /\.module\.css$/, namespace: 'file' }, async ({ path }) => {
        const name = basename(path)
        const other = pathOfName.get(name)
        if (other !== undefined && other !== path) {
          return { errors: [{ text: `Two CSS modules are named ${name}: ${other} and ${path}` }] }
        }
        pathOfName.set(name, path)
        const { names, css } = await scope(path)
        const sheet = sheets ? `import ${JSON.stringify(`${SCOPED_SHEET}:${path}`)};\n` : ''
        return {
          contents: sheet + names,
          loader: 'js',
          resolveDir: dirname(path),
          watchFiles: [path],
          pluginData: css,
        }
      })
      bundle.onResolve({ filter: new RegExp(`^${SCOPED_SHEET}:`) }, ({ path, pluginData }) => ({
        path: path.slice(SCOPED_SHEET.length + 1),
        namespace: SCOPED_SHEET,
        pluginData,
      }))
      bundle.onLoad({ filter: /.*/, namespace: SCOPED_SHEET }, ({ path, pluginData }) => ({
        contents: pluginData,
        loader: 'css',
        resolveDir: dirname(path),
      }))
      if (!sheets) {
        bundle.onLoad({ filter: /\.css$/, namespace: 'file' }, () => ({ contents: '' }))
      }
    },
  }
}

/** One module's class names as an ES module, and its rules under those names. */
async function scope(path) {
  const source = await readFile(path, 'utf8')
  const result = await build({
    stdin: {
      contents: `import * as all from './${basename(path)}'; export default all.default`,
      resolveDir: dirname(path),
    },
    bundle: true,
    write: false,
    format: 'esm',
    outdir: 'out',
    logLevel: 'silent',
    loader: { '.css': 'local-css' },
    plugins: [keepUrls],
  })
  const textOf = (extension) =>
    result.outputFiles.find((file) => file.path.endsWith(extension))?.text ?? ''
  return { names: textOf('.js'), css: source.trim() === '' ? '' : textOf('.css') }
}

/** Addresses inside a sheet are the outer bundle's to resolve. */
const keepUrls = {
  name: 'keep-urls',
  setup(bundle) {
    bundle.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'url-token' ? { path, external: true } : undefined,
    )
  },
}
