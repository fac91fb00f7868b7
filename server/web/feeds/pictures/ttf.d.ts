/** A font file: its address relative to the bundle that imports it. */
declare module '*.ttf' {
  const path: string
  export default path
}
