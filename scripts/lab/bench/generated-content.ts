/** A site of the starter’s posts again and again, each on another day. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays } from '../../../server/domain/days/day.ts'
import { emptySiteFiles } from '../../../server/test/site-files.ts'

const STARTER = 'content/posts/2026'
const LAST_DAY = '2026-11-20'
const POSTS_A_DAY = 2
const PROJECTS = 40
const FEATURED_EVERY = 100

const STARTER_POSTS = readdirSync(STARTER).map((name) => readFileSync(join(STARTER, name), 'utf8'))
const ESSAYS = STARTER_POSTS.filter((text) => text.includes('\ntype: essay\n'))
const OTHERS = STARTER_POSTS.filter((text) => !ESSAYS.includes(text))

/** The files of a site with this many posts, newest last; always the same. */
export function generateContent(posts: number): Record<string, string> {
  const all = Array.from({ length: posts }, (_, number) => postFile(number, posts - 1 - number))
  const projects = Array.from({ length: PROJECTS }, (_, number) => [
    `projects/project-${number}.yaml`,
    `title: Project ${number}\ndue_date: ${addDays(LAST_DAY, 12 * number - 300)}\n`,
  ])
  return { ...emptySiteFiles(), ...Object.fromEntries([...projects, ...all]) }
}

function postFile(number: number, age: number): [path: string, text: string] {
  const day = addDays(LAST_DAY, -Math.floor(age / POSTS_A_DAY))
  const featured = number % FEATURED_EVERY === 0 ? '\nfeatured: true' : ''
  const hour = age % POSTS_A_DAY === 0 ? '14' : '11'
  const texts = number % 2 === 0 ? ESSAYS : OTHERS
  const text = `${texts[Math.floor(number / 2) % texts.length]}`
    .replace(/^(?:featured|project|amount): .*\n/gm, '')
    .replace(/^title: (.*)$/m, `title: Number ${number}, $1${featured}`)
    .replace(/^date: .*$/m, `date: ${day}T${hour}:30:00+01:00`)
  return [`posts/${day.slice(0, 4)}/post-${number}.md`, text]
}
