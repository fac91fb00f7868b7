/** Players and images as other programs wrote them: frames of videos, sources that a script sets. */
import { outsideCode } from './linked-text.ts'

/** Players by host and path together, and the page on which the same is watched. */
const PLAYERS: readonly [RegExp, (id: string, player: URL) => string][] = [
  [
    /^(?:(?:www|m)\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]{6,64})/,
    (id, { searchParams }) => {
      const list = searchParams.get('list')
      if (id === 'videoseries') return `https://www.youtube.com/playlist?list=${list ?? ''}`
      const start = Number.parseInt(searchParams.get('start') ?? '', 10)
      return `https://www.youtube.com/watch?v=${id}${start > 0 ? `&t=${start}s` : ''}`
    },
  ],
  [
    /^player\.vimeo\.com\/video\/(\d+)/,
    // An unlisted video is found with its hash alone.
    (id, { searchParams }) =>
      `https://vimeo.com/${[id, searchParams.get('h')].filter(Boolean).join('/')}`,
  ],
  [
    /^(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/,
    (id) => `https://www.dailymotion.com/video/${id}`,
  ],
  [/^[\w.-]+\/videos\/embed\/([\w-]+)$/, (id, { host }) => `https://${host}/videos/watch/${id}`],
]

/** The page of the video that a player's address plays; null for the address of anything else. */
function videoPage(address: string): string | null {
  if (!URL.canParse(address.trim(), 'https://none.invalid')) return null
  const player = new URL(address.trim(), 'https://none.invalid')
  if (!/^https?:$/.test(player.protocol)) return null
  for (const [pattern, page] of PLAYERS) {
    const id = pattern.exec(player.host + player.pathname)?.[1]
    if (id !== undefined) return page(id, player)
  }
  return null
}

const FRAME = /<iframe\b([^>]{0,1999})>[\s\S]{0,999}?<\/iframe>/gi
const MEDIA = /<(?:img|source|video|audio)\b[^>]{1,1999}>/gi
const LATE_SOURCE = /\sdata-(?:lazy-)?(src(?:set)?)(?=\s{0,9}=)|\sdata-original(?=\s{0,9}=)/gi

/** A frame as a link to what it shows, and media with the address that a script would set. */
export function withPlainPlayers(text: string): string {
  return outsideCode(text, (part) =>
    part
      .replace(FRAME, (_, attributes: string) => {
        const source = attributeOf(attributes, 'src')
        if (source === '') return ''
        const page = videoPage(source.replaceAll('&amp;', '&')) ?? source
        const address = page.replace(/&(?!amp;)/g, '&amp;')
        return `<a href="${address}">${attributeOf(attributes, 'title') || address}</a>`
      })
      .replace(MEDIA, (tag) => {
        const late = new Set([...tag.matchAll(LATE_SOURCE)].map(([, name = 'src']) => name))
        let plain = tag
        for (const name of late) {
          plain = plain.replace(
            new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'>]+)`, 'i'),
            '',
          )
        }
        plain = plain.replace(LATE_SOURCE, (_, name = 'src') => ` ${name}`)
        const [first = ''] = attributeOf(plain, 'srcset').split(/[\s,]/)
        const isBare = /^<img/i.test(plain) && first !== '' && attributeOf(plain, 'src') === ''
        return isBare ? plain.replace(/^<img/i, `<img src="${first}"`) : plain
      }),
  )
}

function attributeOf(attributes: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  )
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim()
}
