/**
 * React's files are CommonJS, so each use of one is a look-up in their exports: `(0, a.jsx)(…)`, for
 * every element there is. Taken out by name once, they are plain calls, and a page has fewer bytes.
 */

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
    build.onLoad(
      { filter: /.*/, namespace: 'named-react' },
      ({ path, pluginData: resolveDir }) => ({
        contents: `import all from '${path}'\nexport default all\nexport const { ${NAMES[path].join(', ')} } = all\n`,
        resolveDir,
      }),
    )
  },
}
