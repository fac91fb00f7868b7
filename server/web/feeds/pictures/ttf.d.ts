/** A font file: its path relative to the bundle that imports it. */
declare module '*.ttf' {
  const path: string
  export default path
}
