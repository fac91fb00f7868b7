/**
 * Search over the public posts. Their texts are kept folded and looked through, in pieces between
 * which others are answered: that is fast enough for tens of thousands of posts, and needs no index.
 * Texts are compared without case, accents, punctuation and compatibility forms.
 */
import { cutText } from '#domain/texts/excerpt.ts'
import { readingText } from '../../markdown/plain-text.ts'
import { hasSpaceless } from '../../markdown/words.ts'
import { Line } from '../../workers/line.ts'
import { Turns } from '../../workers/turns.ts'
import type { PostRecord, Snapshot } from '../records.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu
const MARKS = /\p{M}+/gu

/** Shorter words are too like each other to be taken for one another. */
const SIMILAR_LENGTH_MIN = 4

/** Characters of a snippet, about. */
const SNIPPET_LENGTH = 160
/** Characters shown before the match, at most. */
const LEAD_LENGTH = 50

/** Characters of a text, and of a query, that are looked at. */
const TEXT_LENGTH_MAX = 100_000
const QUERY_LENGTH_MAX = 300
/** Words of a query that are looked for; more would only cost time. */
const WORDS_MAX = 12
const RESULTS_MAX = 100

interface SearchResult {
  /** Best first, each with plain text around the first match. */
  hits: { post: PostRecord; snippet: string }[]
  /** Whether no post has all words, and these have some that are one letter off. */
  similar: boolean
}

/** A post as it is looked through: folded. */
interface FoldedPost {
  title: string
  /** Title, tags and text, each a line. */
  whole: string
}

export class Search {
  readonly #snapshot: () => Pick<Snapshot, 'publicPosts'>
  readonly #line = new Line()
  readonly #folded = new WeakMap<PostRecord, FoldedPost>()
  /** Every word of these posts, made when a search first finds nothing. */
  #words: { posts: readonly PostRecord[]; words: ReadonlySet<string> } | null = null

  constructor(snapshot: () => Pick<Snapshot, 'publicPosts'>) {
    this.#snapshot = snapshot
  }

  /**
   * Public posts that have every word of the query, or a word that begins with it: those with the
   * whole phrase first, then those with most of its words in the title, then the newest.
   */
  async find(query: string, limit: number): Promise<SearchResult> {
    const phrase = foldText(query.slice(0, QUERY_LENGTH_MAX)).trim()
    if (phrase === '') return { hits: [], similar: false }
    return this.#line.run(() => this.#find(phrase, Math.min(limit, RESULTS_MAX)))
  }

  async #find(phrase: string, limit: number): Promise<SearchResult> {
    const turns = new Turns()
    const { publicPosts: posts } = this.#snapshot()
    const words = phrase.split(' ').slice(0, WORDS_MAX)
    const asTyped = words.map((word) => [word])
    const found = await this.#rank(posts, { phrase, words: asTyped, turns })
    if (found.length > 0) {
      return { hits: await snippets(found.slice(0, limit), words, turns), similar: false }
    }
    const alike = await this.#wordsLike(words, posts, turns)
    const similar = await this.#rank(posts, { phrase, words: alike, turns })
    const hits = await snippets(similar.slice(0, limit), alike.flat(), turns)
    return { hits, similar: hits.length > 0 }
  }

  /** @param words of each word of the query those that will do; @param posts newest first */
  async #rank(
    posts: readonly PostRecord[],
    { phrase, words, turns }: { phrase: string; words: readonly string[][]; turns: Turns },
  ): Promise<PostRecord[]> {
    const found: { post: PostRecord; hasPhrase: boolean; inTitle: number }[] = []
    for (const post of posts) {
      if (turns.isDue()) await turns.pause()
      const { title, whole } = this.#fold(post)
      const has = (text: string) => words.filter((any) => any.some((word) => hasWord(text, word)))
      if (has(whole).length < words.length) continue
      found.push({ post, hasPhrase: hasWord(whole, phrase), inTitle: has(title).length })
    }
    // Sorting keeps the order of equals, newest first.
    found.sort((a, b) => Number(b.hasPhrase) - Number(a.hasPhrase) || b.inTitle - a.inTitle)
    return found.map(({ post }) => post)
  }

  #fold(post: PostRecord): FoldedPost {
    const known = this.#folded.get(post)
    if (known !== undefined) return known
    const title = foldText(post.title)
    const whole = [title, foldText(post.tags.join(' ')), foldText(plainText(post))].join('\n')
    this.#folded.set(post, { title, whole })
    return { title, whole }
  }

  /** For each word itself and those of the posts that are one letter off. */
  async #wordsLike(
    words: readonly string[],
    posts: readonly PostRecord[],
    turns: Turns,
  ): Promise<string[][]> {
    const alike = words.map((word) => [word])
    for (const known of await this.#wordsOf(posts, turns)) {
      if (turns.isDue()) await turns.pause()
      for (const list of alike) if (isSimilar(list[0] ?? '', known)) list.push(known)
    }
    return alike
  }

  async #wordsOf(posts: readonly PostRecord[], turns: Turns): Promise<ReadonlySet<string>> {
    if (this.#words?.posts === posts) return this.#words.words
    const words = new Set<string>()
    for (const post of posts) {
      if (turns.isDue()) await turns.pause()
      for (const word of this.#fold(post).whole.split(/\s+/)) words.add(word)
    }
    this.#words = { posts, words }
    return words
  }
}

function plainText({ content, title }: PostRecord): string {
  return readingText(content.slice(0, TEXT_LENGTH_MAX), { title })
}

/** @param words folded */
async function snippets(posts: readonly PostRecord[], words: readonly string[], turns: Turns) {
  const hits: SearchResult['hits'] = []
  for (const post of posts) {
    if (turns.isDue()) await turns.pause()
    hits.push({ post, snippet: snippetOf(plainText(post), words) })
  }
  return hits
}

/** The words of a text, folded, each after one space, so that `uber` finds `Über`. */
export function foldText(text: string): string {
  // Marks go first: to order many of them takes the square of their number.
  const plain = text.replace(MARKS, '').normalize('NFKD').replace(MARKS, '').toLowerCase()
  return ` ${plain.replace(BETWEEN_WORDS, ' ').trim()}`
}

/** Whether a folded text has a folded word, or words, as the beginning of one of its words. */
function hasWord(text: string, word: string): boolean {
  return text.includes(` ${word}`) || (hasSpaceless(word) && text.includes(word))
}

/** Whether a letter more, less or another makes one folded word of the other. */
function isSimilar(a: string, b: string): boolean {
  if (a.length < SIMILAR_LENGTH_MIN || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return Math.max(a.length, b.length) - start - end === 1
}

/** Where the first word of a text is that begins with one of the folded words; 0 where none does. */
function placeOfWord(text: string, words: readonly string[]): number {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldText(word)
    if (words.some((wanted) => hasWord(folded, wanted))) return index
  }
  return 0
}

/** Plain text around the first word that begins with one of `words` (folded), else its beginning. */
export function snippetOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const match = placeOfWord(line, words)
  const lead = Math.max(0, Math.min(match - LEAD_LENGTH, line.length - SNIPPET_LENGTH))
  const word = lead === 0 ? 0 : line.indexOf(' ', lead) + 1
  const start = word > match ? lead : word
  // Not between the two halves of a character.
  const piece = line.slice(start).replace(/^[\udc00-\udfff]/, '')
  return `${start > 0 ? '…' : ''}${cutText(piece, SNIPPET_LENGTH).text}`
}
