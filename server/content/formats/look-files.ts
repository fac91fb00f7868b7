/** The files of the site's own look: `icon.png` and `style.css`. */
import { problemAt } from '../files/content-paths.ts'
import { ContentError } from './content-error.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'

const STYLE_BYTES_MAX = 64 * 1024
const ICON_SIDE_MIN = 192
const ICON_SIDE_MAX = 2048
const PNG = '89504e470d0a1a0a'

/** The style sheet as text. */
export function parseStyleFile(file: ContentBytes): Parsed<string> {
  return parseFile(file, (text) => {
    if (file.bytes.length <= STYLE_BYTES_MAX) return text
    throw new ContentError(null, `The file is larger than ${STYLE_BYTES_MAX / 1024} KiB.`)
  })
}

/** The bytes of the icon. */
export function parseIconFile({ path, bytes }: ContentBytes): Parsed<Buffer> {
  const value = Buffer.from(bytes)
  // Width and height come first in a PNG, at fixed places.
  const isWhole = value.length > 24 && value.includes('IEND')
  const isPng = isWhole && value.subarray(0, 8).toString('hex') === PNG
  const [width, height] = isPng ? [value.readUInt32BE(16), value.readUInt32BE(20)] : [0, 0]
  const isUsable = width === height && width >= ICON_SIDE_MIN && width <= ICON_SIDE_MAX
  if (isUsable) return { value, problems: [] }
  const reason = `The icon must be a square PNG of ${ICON_SIDE_MIN} to ${ICON_SIDE_MAX} pixels.`
  return { value: null, problems: [problemAt(path, reason)] }
}
