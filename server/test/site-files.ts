/** A site of every kind of post, project and list, counted back from `today`, and an empty one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { STARTER_DAY } from '../content/files/starter-content.ts'
import { addDays, type Day, daysBetween } from '../domain/days/day.ts'
import { textOf } from './documents.ts'

const STARTER = resolve(import.meta.dirname, '../../content')
/** More than two parts of a list that shows 20 at a time, with the starter's own. */
const OLDER_NOTES = 36

type Files = Record<string, string>

/** Paths below the content folder and their texts. */
export function filledSiteFiles(today: Day): Files {
  return {
    ...emptySiteFiles(),
    ...starterPosts(today),
    ...olderNotes(today),
    ...projects(today),
    'posts/every-element.md': everyElement(today),
    'posts/ran.md': post(
      ['title: Ran four', 'type: reading', 'project: ten-kilometres', 'amount: 4'],
      addDays(today, -35),
      'Four.',
    ),
    'posts/changelog.md': post(
      ['title: Keep a changelog', 'type: link', 'url: https://changelog.example/en/'],
      addDays(today, -9),
      'A page that says how to write a changelog for people.',
    ),
  }
}

/** A site without posts and projects; its pages of text and lists are there. */
export function emptySiteFiles(): Files {
  const files: Files = {
    'site.yaml': `brand: G.A.P.
title: Growth & Accountability Project
description: Essays, short posts and deadlines, kept in public by one person.
author: { name: The author }
time_zone: Europe/Berlin
math: true
footer:
  - { label: All my links, url: "https://links.example/" }
  - { label: Social, url: "https://social.example/@author" }
  - { label: Long-form writing, url: "https://long.example/author" }
`,
  }
  for (const path of ['about.md', 'tags.yaml', ...starterNames('resources')]) {
    files[path] = readFileSync(join(STARTER, path), 'utf8')
  }
  return files
}

/** What the author commits later: a moved deadline, an essay gone over, a post logged late. */
export function laterFiles(today: Day): Files {
  const late = ['title: Written down late', 'type: essay']
  return {
    'projects/ten-kilometres.yaml': tenKilometres(addDays(today, 14)),
    'posts/every-element.md': everyElement(today).replace('opening', 'edited'),
    'posts/written-down-late.md': post(late, addDays(today, -6), 'At last.'),
  }
}

function starterNames(folder: string): string[] {
  const names = readdirSync(join(STARTER, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.(md|yaml)$/.test(name)).map((name) => `${folder}/${name}`)
}

function starterPosts(today: Day): Files {
  const shift = daysBetween(STARTER_DAY, today)
  const moved = (path: string) =>
    readFileSync(join(STARTER, path), 'utf8').replace(
      /^date: (\S{10})T.*$/m,
      (_, day: Day) => `date: ${addDays(day, shift)}`,
    )
  return Object.fromEntries(starterNames('posts').map((path) => [path, moved(path)]))
}

/** Short notes and essays of the months before, so that lists have further parts. */
function olderNotes(today: Day): Files {
  const text =
    'What was planned, what was done, and the part that took twice as long as it should have. '
  const notes = Array.from({ length: OLDER_NOTES }, (_, index) => {
    const number = index + 1
    const [type, words] = number % 3 === 0 ? ['essay', text.repeat(5)] : ['short', text]
    const fields = [`title: Older note ${number}`, `type: ${type}`, 'tags: [Writing]']
    return [`posts/older-${number}.md`, post(fields, addDays(today, -32 - number * 4), words)]
  })
  return Object.fromEntries(notes)
}

function post(fields: readonly string[], day: Day, text: string): string {
  return `---\n${fields.join('\n')}\ndate: ${day}\n---\n\n${text}\n`
}

const project = (title: string, due: Day, status: string, tag: string, link = '') =>
  `title: ${title}\ndue_date: ${due}\nstatus: ${status}\ntags: [${tag}]\nlink: "${link}"\n`

const tenKilometres = (due: Day) =>
  `${project('Run ten kilometres without a break', due, 'On Hold', 'Fitness & Health')}goal: 10\nunit: km\n`

/** Each with its days from now, its status, its tag and its link. */
const PROJECTS: readonly [string, number, string, string, string?][] = [
  ['File the tax return', -2, 'In Progress', 'Business & Strategy'],
  ['Publish the reading list', 0, 'Almost Done', 'Writing', 'https://list.example/'],
  ['Ten posts in a month', 5, 'In Progress', 'Writing'],
  ['Draw the same cup thirty times', 100, 'Not Started', 'Drawing'],
  ['Bake a plain loaf from memory', -12, 'Completed', 'Cooking'],
  ['Read “Pro Git”', -20, 'Completed', 'Software Development', 'https://git-scm.com/book/en/v2'],
  ['Set up the new laptop', -27, 'Done', ''],
]

function projects(today: Day): Files {
  const texts = PROJECTS.map(([title, days, ...more], index) => [
    `projects/p${index}.yaml`,
    project(title, addDays(today, days), ...more),
  ])
  const kilometres = tenKilometres(addDays(today, -5))
  return { ...Object.fromEntries(texts), 'projects/ten-kilometres.yaml': kilometres }
}

/** An essay with all that markdown and HTML can show. */
const everyElement = (today: Day) =>
  textOf('server/test/every-element.md').replace('DAY', addDays(today, -1))
