/**
 * Searches the public posts by a scan of their folded texts, with pauses: fast enough for tens of
 * thousands, and without an index.
 */
import { cutText, graphemeStart } from '#domain/texts/excerpt.ts'
import { AppError } from '../../errors.ts'
import { hasSpaceless, readingText } from '../../markdown/plain-text.ts'
import { JobQueue } from '../../workers/job-queue.ts'
import { Turns } from '../../workers/turns.ts'
import type { PostRecord, Snapshot } from '../records.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu
const MARKS = /\p{M}+/gu
/** Letters that are more than an accent, as in ids. */
const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
}
const UNFOLDED = /[ßæœøłđþ]/g
/** Searches that run or wait; more are refused. */
const QUEUE_MAX = 32
const BUSY = 'The server is busy. Please try again in a moment.'

/** Shorter words get no typo tolerance. */
const SIMILAR_LENGTH_MIN = 4

const SNIPPET_LENGTH = 160
/** Of a snippet before the match. */
const LEAD_LENGTH = 50

/** Characters searched of a text; characters and words used of a query. */
const TEXT_LENGTH_MAX = 100_000
const QUERY_LENGTH_MAX = 200
const WORDS_MAX = 12

interface SearchResult {
  /** Best first; the snippet is plain text around the first match. */
  hits: { post: PostRecord; snippet: string }[]
  /** Whether no post has all words, and the hits have words with one letter changed. */
  similar: boolean
}

interface FoldedPost {
  title: string
  /** Title, tags and text, each a line. */
  whole: string
}

/** Whether a folded text has a folded word. */
type HasWord = (text: string, word: string) => boolean

interface Ranking {
  phrase: string
  words: readonly string[]
  limit: number
  has: HasWord
}

export class Search {
  readonly #snapshot: () => Pick<Snapshot, 'publicPosts'>
  readonly #queue = new JobQueue({ lengthMax: QUEUE_MAX })
  readonly #folded = new WeakMap<PostRecord, FoldedPost>()

  constructor(snapshot: () => Pick<Snapshot, 'publicPosts'>) {
    this.#snapshot = snapshot
  }

  /**
   * Public posts that have every word of the query, also as a prefix. Order: the whole phrase, most
   * words in the title, newest.
   * @throws AppError 503
   */
  async find(query: string, limit: number): Promise<SearchResult> {
    const phrase = foldText(query.slice(0, QUERY_LENGTH_MAX)).trim()
    if (phrase === '') return { hits: [], similar: false }
    if (this.#queue.isFull) throw new AppError(503, 'busy', BUSY)
    return this.#queue.run(() => this.#find(phrase, limit))
  }

  async #find(phrase: string, limit: number): Promise<SearchResult> {
    const words = phrase.split(' ').slice(0, WORDS_MAX)
    const hits = await this.#rank({ phrase, words, limit, has: hasWord })
    if (hits.length > 0) return { hits, similar: false }
    const similar = await this.#rank({ phrase, words, limit, has: hasSimilarWord })
    return { hits: similar, similar: similar.length > 0 }
  }

  async #rank({ phrase, words, limit, has }: Ranking): Promise<SearchResult['hits']> {
    const turns = new Turns()
    const ranked: { post: PostRecord; hasPhrase: boolean; inTitle: number }[] = []
    for (const post of this.#snapshot().publicPosts) {
      if (turns.isDue()) await turns.pause()
      const { title, whole } = this.#fold(post)
      if (!words.every((word) => has(whole, word))) continue
      const inTitle = words.filter((word) => has(title, word)).length
      ranked.push({ post, hasPhrase: hasWord(whole, phrase), inTitle })
    }
    // The sort is stable: equal posts stay newest first.
    ranked.sort((a, b) => Number(b.hasPhrase) - Number(a.hasPhrase) || b.inTitle - a.inTitle)
    const hits: SearchResult['hits'] = []
    for (const { post } of ranked.slice(0, limit)) {
      if (turns.isDue()) await turns.pause()
      hits.push({ post, snippet: snippetOf(plainText(post), words, has) })
    }
    return hits
  }

  #fold(post: PostRecord): FoldedPost {
    const cached = this.#folded.get(post)
    if (cached !== undefined) return cached
    const title = foldText(post.title)
    const whole = [title, foldText(post.tags.join(' ')), foldText(plainText(post))].join('\n')
    this.#folded.set(post, { title, whole })
    return { title, whole }
  }
}

function plainText({ content, title }: PostRecord): string {
  return readingText(content.slice(0, TEXT_LENGTH_MAX), { title })
}

/** Without case, accents, punctuation and compatibility forms; each word follows one space. */
export function foldText(text: string): string {
  // Remove marks first: normalization is quadratic in consecutive marks.
  const plain = text.replace(MARKS, '').normalize('NFKD').replace(MARKS, '').toLowerCase()
  const letters = plain.replace(UNFOLDED, (letter) => FOLDED_LETTERS[letter] ?? letter)
  return ` ${letters.replace(BETWEEN_WORDS, ' ').trim()}`
}

/** Whether a word of the text begins with the word or phrase. */
function hasWord(text: string, word: string): boolean {
  return text.includes(` ${word}`) || (hasSpaceless(word) && text.includes(word))
}

/** Whether a folded text has the word, or one with one letter changed. */
function hasSimilarWord(text: string, word: string): boolean {
  return hasWord(text, word) || text.split(/\s+/).some((other) => isSimilar(word, other))
}

/** Whether the edit distance of two folded words is 1. */
function isSimilar(a: string, b: string): boolean {
  if (a.length < SIMILAR_LENGTH_MIN || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return Math.max(a.length, b.length) - start - end === 1
}

/** Plain text around the first word that is one of the folded `words`, else its start. */
export function snippetOf(text: string, words: readonly string[], has: HasWord = hasWord): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const match = placeOfWord(line, (folded) => words.some((word) => has(folded, word)))
  const lead = Math.max(0, Math.min(match - LEAD_LENGTH, line.length - SNIPPET_LENGTH))
  const word = lead === 0 ? 0 : line.indexOf(' ', lead) + 1
  const start = word > match ? lead : word
  const piece = line.slice(graphemeStart(line, start))
  return `${start > 0 ? '…' : ''}${cutText(piece, SNIPPET_LENGTH).text}`
}

/** Index of the first word of a text whose folded form matches, else 0. */
function placeOfWord(text: string, matches: (folded: string) => boolean): number {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (matches(foldText(word))) return index
  }
  return 0
}
