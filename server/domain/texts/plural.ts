/** `1 problem`, `2 problems`. */
export function plural(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
