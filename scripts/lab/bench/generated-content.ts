/** A site of the starter’s posts again and again, each on another day, and of projects. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays } from '../../../server/domain/days/day.ts'
import { PROJECT_STATUSES } from '../../../server/domain/project.ts'
import { DEFAULT_TAGS } from '../../../server/domain/tag.ts'

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
  const tags = DEFAULT_TAGS.map(({ name, color }) => `- name: ${name}\n  color: ${color}\n`)
  const all = Array.from({ length: posts }, (_, number) => postFile(number, posts - 1 - number))
  return {
    'site.yaml': 'brand: G.A.P.\ntitle: Generated\ndescription: Made up.\n',
    'tags.yaml': tags.join(''),
    'about.md': 'Nobody wrote this.\n',
    ...Object.fromEntries([...Array.from({ length: PROJECTS }, projectFile), ...all]),
  }
}

/** The element of that number, and from the first again after the last. */
function nth<T>(list: readonly T[], number: number): T {
  const one = list[number % list.length]
  if (one === undefined) throw new RangeError('The list is empty.')
  return one
}

function projectFile(_: unknown, number: number): [path: string, text: string] {
  const due = addDays(LAST_DAY, ((number * 37) % 500) - 300)
  const status = nth(PROJECT_STATUSES, number)
  const tags = `tags: [${nth(DEFAULT_TAGS, number).name}]`
  const text = `title: Project ${number}\ndue_date: ${due}\nstatus: ${status}\n${tags}\nlink: ""\n`
  return [`projects/project-${number}.yaml`, text]
}

function postFile(number: number, age: number): [path: string, text: string] {
  const day = addDays(LAST_DAY, -Math.floor(age / POSTS_A_DAY))
  const featured = number % FEATURED_EVERY === 0 ? '\nfeatured: true' : ''
  const hour = age % POSTS_A_DAY === 0 ? '14' : '11'
  const text = nth(number % 2 === 0 ? ESSAYS : OTHERS, Math.floor(number / 2))
    .replace(/^(?:featured|project|amount): .*\n/gm, '')
    .replace(/^title: (.*)$/m, `title: Number ${number}, $1${featured}`)
    .replace(/^date: .*$/m, `date: ${day}T${hour}:30:00+01:00`)
  return [`posts/${day.slice(0, 4)}/post-${number}.md`, text]
}
