/** Players of videos, which are frames of other sites, and the pages on which the same is watched. */

/** Sites by what stands in the address of their player, host and path together. */
const PLAYERS: readonly [
  player: RegExp,
  site: string,
  page: (id: string, player: URL) => string,
][] = [
  [
    /^(?:(?:www|m)\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/videoseries$/,
    'YouTube',
    (_, { searchParams }) =>
      `https://www.youtube.com/playlist?list=${encodeURIComponent(searchParams.get('list') ?? '')}`,
  ],
  [
    /^(?:(?:www|m)\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]{6,64})/,
    'YouTube',
    (id, { searchParams }) => {
      const start = Number.parseInt(searchParams.get('start') ?? '', 10)
      return `https://www.youtube.com/watch?v=${id}${start > 0 ? `&t=${start}s` : ''}`
    },
  ],
  [
    /^player\.vimeo\.com\/video\/(\d+)/,
    'Vimeo',
    (id, { searchParams }) => {
      // An unlisted video is found with its hash alone.
      const hash = searchParams.get('h') ?? ''
      return `https://vimeo.com/${id}${/^\w+$/.test(hash) ? `/${hash}` : ''}`
    },
  ],
  [
    /^(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/,
    'Dailymotion',
    (id) => `https://www.dailymotion.com/video/${id}`,
  ],
  [
    /^geo\.dailymotion\.com\/player(?:\/\w+)?\.html\?(?:.*&)?video=(\w+)/,
    'Dailymotion',
    (id) => `https://www.dailymotion.com/video/${id}`,
  ],
  [
    /^player\.twitch\.tv\/\?(?:.*&)?video=v?(\d+)/,
    'Twitch',
    (id) => `https://www.twitch.tv/videos/${id}`,
  ],
  [/^player\.twitch\.tv\/\?(?:.*&)?channel=(\w+)/, 'Twitch', (id) => `https://www.twitch.tv/${id}`],
  [
    /^clips\.twitch\.tv\/embed\?(?:.*&)?clip=([\w-]+)/,
    'Twitch',
    (id) => `https://clips.twitch.tv/${id}`,
  ],
  [
    /^player\.bilibili\.com\/player\.html\?(?:.*&)?bvid=(\w+)/,
    'Bilibili',
    (id) => `https://www.bilibili.com/video/${id}`,
  ],
  [/^(?:www\.)?loom\.com\/embed\/(\w+)/, 'Loom', (id) => `https://www.loom.com/share/${id}`],
  [
    /^embed(?:-ssl)?\.ted\.com\/talks\/((?:lang\/[\w-]+\/)?\w+)/,
    'TED',
    (id) => `https://www.ted.com/talks/${id}`,
  ],
  [/^streamable\.com\/[eos]\/(\w+)/, 'Streamable', (id) => `https://streamable.com/${id}`],
  [
    /^archive\.org\/embed\/([\w.-]+)/,
    'the Internet Archive',
    (id) => `https://archive.org/details/${id}`,
  ],
  [/^media\.ccc\.de\/v\/([\w.-]+)\/oembed/, 'media.ccc.de', (id) => `https://media.ccc.de/v/${id}`],
  [
    /^[\w.-]+\/videos\/embed\/([\w-]+)$/,
    'PeerTube',
    (id, { host }) => `https://${host}/videos/watch/${id}`,
  ],
]

/** The page of the video that a player's address plays; null for the address of anything else. */
export function videoPage(address: string): { url: string; site: string } | null {
  const text = address.trim()
  if (!URL.canParse(text, 'https://none.invalid')) return null
  const player = new URL(text, 'https://none.invalid')
  if (!/^https?:$/.test(player.protocol)) return null
  const { host, pathname, search } = player
  const place = host + pathname
  for (const [pattern, site, page] of PLAYERS) {
    const found = pattern.exec(pattern.source.includes('\\?(') ? place + search : place)
    if (found) return { url: page(found[1] ?? '', player), site }
  }
  return null
}
