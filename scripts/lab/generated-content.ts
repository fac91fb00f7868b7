/**
 * A generated site: posts, projects, tags and site.yaml. Its structure is realistic (lengths,
 * headings, lists, tables, code), since parsers depend on it; the words are random.
 */
import { addDays } from '../../server/domain/days/day.ts'
import { PROJECT_STATUSES } from '../../server/domain/project.ts'
import { DEFAULT_TAGS } from '../../server/domain/tag.ts'
import { createDice, type Dice } from './dice.ts'
import { markdownOf, sentenceOf } from './generated-markdown.ts'

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
date: ${day}T${timeOf(dice, age)}+01:00
tags: [${tagNames(dice)}]
${dice.chance(0.01) ? 'featured: true\n' : ''}${type === 'link' ? `url: https://example.org/${number}\n` : ''}`
  const [wordsMin, wordsMax] = WORDS[type]
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const text = markdownOf(dice, { words: dice.between(wordsMin, wordsMax), rich: type === 'essay' })
  return [`posts/${day.slice(0, 4)}/${slug}-${number}.md`, `---\n${frontMatter}---\n\n${text}`]
}

/** A time of day; the newer of two posts of a day has the later one. */
function timeOf(dice: Dice, age: number): string {
  const hour = age % POSTS_A_DAY === 0 ? dice.between(14, 22) : dice.between(6, 12)
  const [hours, minutes] = [hour, dice.between(0, 59)].map((part) => String(part).padStart(2, '0'))
  return `${hours}:${minutes}:00`
}

function tagNames(dice: Dice): string {
  const names = Array.from({ length: dice.between(1, 3) }, () => dice.oneOf(DEFAULT_TAGS).name)
  return [...new Set(names)].join(', ')
}
