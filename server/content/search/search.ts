/**
 * Searches the public posts by a linear scan of their folded texts, with pauses: fast enough for
 * tens of thousands of posts, and without an index. Folding removes case, accents, punctuation and
 * compatibility forms.
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
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', þ: 'th' },
}
const UNFOLDED = /[ßæœøłđþ]/g
/** Searches that run or wait; more are refused. */
const QUEUE_MAX = 32
const BUSY = 'The server is busy. Please try again in a moment.'

/** Shorter words get no typo tolerance. */
const SIMILAR_LENGTH_MIN = 4

/** Approximate length of a snippet. */
const SNIPPET_LENGTH = 160
/** Maximum length before the match. */
const LEAD_LENGTH = 50

/** Characters searched of a text, and used of a query. */
const TEXT_LENGTH_MAX = 100_000
const QUERY_LENGTH_MAX = 200
/** Words used of a query. */
const WORDS_MAX = 12

interface SearchResult {
  /** Best first; the snippet is plain text around the first match. */
  hits: { post: PostRecord; snippet: string }[]
  /** Whether no post has all words, and the hits have words with one letter changed. */
  similar: boolean
}

/** The folded texts of a post. */
interface FoldedPost {
  title: string
  /** Title, tags and text, each a line. */
  whole: string
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
    const turns = new Turns()
    const { publicPosts: posts } = this.#snapshot()
    const words = phrase.split(' ').slice(0, WORDS_MAX)
    const asTyped = words.map((word) => [word])
    const ranked = await this.#rank(posts, { phrase, words: asTyped, turns })
    if (ranked.length > 0) {
      return { hits: await snippets(ranked.slice(0, limit), words, turns), similar: false }
    }
    const alternatives = await this.#wordsLike(words, posts, turns)
    const similar = await this.#rank(posts, { phrase, words: alternatives, turns })
    const hits = await snippets(similar.slice(0, limit), alternatives.flat(), turns)
    return { hits, similar: hits.length > 0 }
  }

  /** @param words alternatives for each word of the query @param posts newest first */
  async #rank(
    posts: readonly PostRecord[],
    { phrase, words, turns }: { phrase: string; words: readonly string[][]; turns: Turns },
  ): Promise<PostRecord[]> {
    const ranked: { post: PostRecord; hasPhrase: boolean; inTitle: number }[] = []
    for (const post of posts) {
      if (turns.isDue()) await turns.pause()
      const { title, whole } = this.#fold(post)
      const has = (text: string) => words.filter((any) => any.some((word) => hasWord(text, word)))
      if (has(whole).length < words.length) continue
      ranked.push({ post, hasPhrase: hasWord(whole, phrase), inTitle: has(title).length })
    }
    // The sort is stable: equal posts stay newest first.
    ranked.sort((a, b) => Number(b.hasPhrase) - Number(a.hasPhrase) || b.inTitle - a.inTitle)
    return ranked.map(({ post }) => post)
  }

  #fold(post: PostRecord): FoldedPost {
    const cached = this.#folded.get(post)
    if (cached !== undefined) return cached
    const title = foldText(post.title)
    const whole = [title, foldText(post.tags.join(' ')), foldText(plainText(post))].join('\n')
    this.#folded.set(post, { title, whole })
    return { title, whole }
  }

  /** For each word itself and the posts' words with one letter changed. */
  async #wordsLike(
    words: readonly string[],
    posts: readonly PostRecord[],
    turns: Turns,
  ): Promise<string[][]> {
    const alternatives = words.map((word) => ({ word, like: new Set([word]) }))
    for (const post of posts) {
      if (turns.isDue()) await turns.pause()
      for (const candidate of this.#fold(post).whole.split(/\s+/)) {
        for (const { word, like } of alternatives)
          if (isSimilar(word, candidate)) like.add(candidate)
      }
    }
    return alternatives.map(({ like }) => [...like])
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

/** Folds a text, so that `uber` finds `Über`; each word follows one space. */
export function foldText(text: string): string {
  // Remove marks first: normalization is quadratic in consecutive marks.
  const plain = text.replace(MARKS, '').normalize('NFKD').replace(MARKS, '').toLowerCase()
  const letters = plain.replace(UNFOLDED, (letter) => FOLDED_LETTERS[letter] ?? letter)
  return ` ${letters.replace(BETWEEN_WORDS, ' ').trim()}`
}

/** Whether a word of a folded text begins with a folded word or phrase. */
function hasWord(text: string, word: string): boolean {
  return text.includes(` ${word}`) || (hasSpaceless(word) && text.includes(word))
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

/** Index of the first word of a text that begins with one of the folded words, else 0. */
function placeOfWord(text: string, words: readonly string[]): number {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldText(word)
    if (words.some((prefix) => hasWord(folded, prefix))) return index
  }
  return 0
}

/** Plain text around the first word that begins with one of the folded `words`, else its start. */
export function snippetOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const match = placeOfWord(line, words)
  const lead = Math.max(0, Math.min(match - LEAD_LENGTH, line.length - SNIPPET_LENGTH))
  const word = lead === 0 ? 0 : line.indexOf(' ', lead) + 1
  const start = word > match ? lead : word
  const piece = line.slice(graphemeStart(line, start))
  return `${start > 0 ? '…' : ''}${cutText(piece, SNIPPET_LENGTH).text}`
}
