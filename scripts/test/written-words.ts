/** For tests: words, pictures and links that are each there once, so that each can be looked for. */

/** What one post says, in marks that stand nowhere else. */
export class WrittenWords {
  readonly words: string[] = []
  readonly pictures: string[] = []
  readonly links: string[] = []
  readonly #post: string

  /** @param post letters and digits that no other post has */
  constructor(post: string) {
    this.#post = post
  }

  /** So many words of a sentence. */
  w(count = 1): string {
    return Array.from({ length: count }, () => this.#next(this.words, 'w')).join(' ')
  }

  /** The name of a picture, without its ending. */
  p(): string {
    return this.#next(this.pictures, 'p')
  }

  /** An address of another site. */
  a(): string {
    return `https://links.example/${this.l()}`
  }

  /** What is in an address, of a player for example. */
  l(): string {
    return this.#next(this.links, 'l')
  }

  #next(marks: string[], kind: string): string {
    // Its last letter tells the end: no mark is the beginning of another.
    const mark = `${this.#post}${kind}${marks.length + 1}x`
    marks.push(mark)
    return mark
  }
}
