/** Who counts as one source of login attempts. */

/**
 * The group an IP address counts in: an IPv4 address alone, an IPv6 address with its /64, which one
 * household has whole. An IPv4 address written as IPv6 is the IPv4 one.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  return address.includes(':') ? prefixOf(address, 64) : address
}

/** The network that one customer may have whole, of an IPv6 address its /48; else null. */
export function addressNetwork(address: string): string | null {
  return addressGroup(address).includes(':') ? prefixOf(address, 48) : null
}

function prefixOf(address: string, bits: 48 | 64): string {
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - rest.length)
  const words = [...first, ...Array.from({ length: zeros }, () => '0'), ...rest]
  const kept = words.slice(0, bits / 16).map((word) => word.replace(/^0+(?=.)/, ''))
  return `${kept.join(':')}::/${bits}`
}
