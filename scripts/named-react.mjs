/**
 * React's files are CommonJS, so each use of one is a look-up in their exports: `(0, a.jsx)(…)`, for
 * every element there is. Taken out by name once, they are plain calls, and a page has fewer bytes.
 */
import { readFile } from 'node:fs/promises'

/** What the client's own code imports of each; esbuild says so where a name is missing. */
const NAMES = {
  react: [
    'cloneElement',
    'Component',
    'createContext',
    'createElement',
    'forwardRef',
    'Fragment',
    'isValidElement',
    'memo',
    'startTransition',
    'useCallback',
    'useContext',
    'useDebugValue',
    'useDeferredValue',
    'useEffect',
    'useId',
    'useImperativeHandle',
    'useInsertionEffect',
    'useLayoutEffect',
    'useMemo',
    'useRef',
    'useState',
    'useSyncExternalStore',
  ],
  'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
}

/** What `typeof` says of globals in every browser that the site is built for. */
const GLOBALS = {
  AbortController: 'function',
  clearTimeout: 'function',
  MessageChannel: 'function',
  navigator: 'object',
  performance: 'object',
  queueMicrotask: 'function',
  reportError: 'function',
  setImmediate: 'undefined',
  setTimeout: 'function',
  window: 'object',
}
const QUESTIONS = new RegExp(`\\btypeof (${Object.keys(GLOBALS).join('|')})\\b(?!\\.)`, 'g')

/** @type {import('esbuild').Plugin} */
export const namedReact = {
  name: 'named-react',
  setup(build) {
    build.onResolve(
      { filter: /^react(\/jsx-runtime)?$/ },
      ({ path, kind, namespace, resolveDir }) => {
        // Other packages that call `require` get React as it is.
        if (kind !== 'import-statement' || namespace === 'named-react') return undefined
        return { path, namespace: 'named-react', pluginData: resolveDir }
      },
    )
    // Where a question is answered, what stands in for a missing global is left out.
    build.onLoad(
      { filter: /[\\/](?:react|react-dom|scheduler)[\\/]cjs[\\/].*production\.js$/ },
      async ({ path }) => ({
        contents: (await readFile(path, 'utf8')).replace(QUESTIONS, (_, name) =>
          JSON.stringify(GLOBALS[name]),
        ),
      }),
    )
    build.onLoad(
      { filter: /.*/, namespace: 'named-react' },
      ({ path, pluginData: resolveDir }) => ({
        contents: `import all from '${path}'\nexport default all\nexport const { ${NAMES[path].join(', ')} } = all\n`,
        resolveDir,
      }),
    )
  },
}
