/**
 * A generated site: posts, projects, tags and site.yaml. A post is put together from blocks of the
 * starter's posts, so its structure is that of real ones (lengths, headings, lists, tables, code).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays } from '../../server/domain/days/day.ts'
import { PROJECT_STATUSES } from '../../server/domain/project.ts'
import { DEFAULT_TAGS } from '../../server/domain/tag.ts'

/** A path below the content folder and its text. */
type GeneratedFile = [path: string, text: string]

/** Essays, shorts and links as 5 : 4 : 1. */
const TYPES = [
  ...Array<'essay'>(5).fill('essay'),
  ...Array<'short'>(4).fill('short'),
  'link' as const,
]
/** Range of the number of words. The median over all types is about 300. */
const WORDS = { essay: [300, 900], short: [40, 260], link: [20, 80] } as const
const LAST_DAY = '2026-11-20'
const POSTS_A_DAY = 2
const PROJECTS = 40

const STARTER = 'content/posts/2026'
/** Paragraphs, headings, lists, tables and code. */
const BLOCKS = readdirSync(STARTER).flatMap((name) => {
  const text = readFileSync(join(STARTER, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')
  return text.match(/^```[\s\S]*?^```$|(?:^.+\n?)+/gm) ?? []
})
const PARAGRAPHS = BLOCKS.filter((block) => /^\p{L}/u.test(block))
const TITLE_WORDS = PARAGRAPHS.join(' ').match(/\b[a-z]{2,}\b/g) ?? []

/** The files of a site with this many posts, newest last; the same seed gives the same files. */
export function generateContent(size: { posts: number; seed: number }): Record<string, string> {
  const dice = createDice(size.seed)
  const tags = DEFAULT_TAGS.map(({ name, color }) => `- name: ${name}\n  color: ${color}\n`)
  const projects = Array.from({ length: PROJECTS }, (_, number) => projectFile(number, dice))
  const posts = Array.from({ length: size.posts }, (_, number) =>
    postFile(number, size.posts - 1 - number, dice),
  )
  return {
    'site.yaml': 'brand: G.A.P.\ntitle: Generated\ndescription: Made up.\n',
    'tags.yaml': tags.join(''),
    'about.md': 'Nobody wrote this.\n',
    ...Object.fromEntries([...projects, ...posts]),
  }
}

function projectFile(number: number, dice: Dice): GeneratedFile {
  const text = `title: ${sentenceOf(dice, 4)}
due_date: ${addDays(LAST_DAY, dice.between(-300, 200))}
status: ${dice.oneOf(PROJECT_STATUSES)}
tags: [${tagNames(dice)}]
link: ${dice.chance(0.5) ? `https://example.org/projects/${number}` : '""'}
`
  return [`projects/project-${number}.yaml`, text]
}

function postFile(number: number, age: number, dice: Dice): GeneratedFile {
  const type = dice.oneOf(TYPES)
  const day = addDays(LAST_DAY, -Math.floor(age / POSTS_A_DAY))
  const title = sentenceOf(dice, dice.between(2, 8))
  const frontMatter = `title: ${title}
type: ${type}
date: ${day}T${dice.between(10, 22)}:${dice.between(10, 59)}:00+01:00
tags: [${tagNames(dice)}]
${dice.chance(0.01) ? 'featured: true\n' : ''}${type === 'link' ? `url: https://example.org/${number}\n` : ''}`
  const [wordsMin, wordsMax] = WORDS[type]
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const text = markdownOf(dice, dice.between(wordsMin, wordsMax), type === 'essay')
  return [`posts/${day.slice(0, 4)}/${slug}-${number}.md`, `---\n${frontMatter}---\n\n${text}`]
}

/** Random words, the first capitalised. */
function sentenceOf(dice: Dice, words: number): string {
  const text = Array.from({ length: words }, () => dice.oneOf(TITLE_WORDS)).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** About so many words of markdown; an essay has more than paragraphs. */
function markdownOf(dice: Dice, words: number, isEssay: boolean): string {
  const blocks: string[] = []
  for (let left = words; left > 0; ) {
    const block = dice.oneOf(isEssay ? BLOCKS : PARAGRAPHS)
    blocks.push(block.trim())
    left -= block.split(/\s+/).length
  }
  return `${blocks.join('\n\n')}\n`
}

function tagNames(dice: Dice): string {
  const names = Array.from({ length: dice.between(1, 3) }, () => dice.oneOf(DEFAULT_TAGS).name)
  return [...new Set(names)].join(', ')
}

type Dice = ReturnType<typeof createDice>

/** Random choices that a seed repeats, by the generator mulberry32; Math.random cannot be seeded. */
function createDice(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    /** A whole number, both ends included. */
    between,
    /** True with this probability. */
    chance: (probability: number) => next() < probability,
    oneOf<T>(choices: readonly T[]): T {
      const choice = choices[between(0, choices.length - 1)]
      if (choice === undefined) throw new RangeError('nothing to choose from')
      return choice
    },
  }
}
