/**
 * Sites in the shape of real ones: a folder of `six-sites/` has its files in `site/`, what the report
 * says, and some posts as they become. Each word, picture and link of two more posts is a mark.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, textOf } from '../../server/test/documents.ts'
import { GHOST_CARDS, html, markdown, withMarks } from './written.ts'

export interface SixSite {
  name: string
  files: Record<string, string>
  pictures: string[]
  /** Texts of posts that are full of marks, by the source that the report names. */
  written: Record<string, string>
  /** How the report begins: by reason. */
  summary: string[]
  /** What the report says of the other files; YYYY is this year. */
  report: string[]
  posts: Record<string, string>
}

type Post = readonly [path: string, text: string, pictures: string[]]

/** The files below a folder by their paths in it. */
function filesIn(folder: string): Record<string, string> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

/** The site of a folder, with two posts full of marks: the second may be of another kind. */
function siteOf(name: string, postOf: (number: number, day: string) => Post): SixSite {
  const folder = join(ROOT, 'scripts/test/six-sites', name.toLowerCase())
  const { 'report.txt': told = '', ...others } = filesIn(folder)
  const [report = [], summary = []] = told
    .split('\n\n')
    .map((part) => part.trim().split('\n'))
    .reverse()
  const posts = Object.entries(others).filter(([path]) => path.startsWith('posts/'))
  const files = filesIn(join(folder, 'site'))
  const site = { name, files, summary, report, posts: Object.fromEntries(posts) }
  const pictures = new Set<string>()
  const written: Record<string, string> = {}
  for (const number of [1, 2]) {
    const [path, text, named] = postOf(number, `2020-02-0${number}`)
    const post = `${name.toLowerCase()}${number}`
    written[path] = withMarks(text, post)
    for (const picture of named) pictures.add(withMarks(picture, post))
  }
  return { ...site, pictures: [...pictures], written, files: { ...files, ...written } }
}

/** A post of a site's folder, written on a day, with what authors write and these pictures in it. */
function postIn(file: string, day: string, first: string, second = ''): string {
  return textOf(`scripts/test/six-sites/${file}`)
    .replace('DAY', day)
    .replace('MARKDOWN', () => markdown(first))
    .replace('HTML\n', () => html(second))
}

const jekyll = siteOf('Jekyll', (number, day) => {
  const text = postIn(
    'jekyll/post.md',
    day,
    '{{ site.baseurl }}/assets/ONE.png',
    '/blog/assets/TWO.png',
  )
  return [`_posts/${day}-post-${number}.md`, text, ['assets/ONE.png', 'assets/TWO.png']]
})

const hugo = siteOf('Hugo', (number, day) => {
  const [language, name] = number === 1 ? ['en', 'post'] : ['he', 'שלום']
  const folder = `content/${language}/posts/${name}`
  const text = postIn('hugo/post.md', day, 'ONE.png', 'https://pictures.example/P.png')
  return [`${folder}/index.md`, text, [`${folder}/ONE.png`, 'static/img/TWO.png']]
})

const eleventy = siteOf('Eleventy', (number, day) => {
  const folder = `src/posts/post-${number}`
  const text = postIn('eleventy/post.md', day, './ONE.png', '/img/TWO.png')
  return [`${folder}/post-${number}.md`, text, [`${folder}/ONE.png`, 'src/img/TWO.png']]
})

const astro = siteOf('Astro', (number, day) => {
  const pictures = ['src/assets/ONE.png', 'public/TWO.png', 'src/hero.png']
  const name = number === 1 ? 'post.md' : 'post.mdx'
  const text = postIn(`astro/${name}`, day, '../../assets/ONE.png', '/TWO.png')
  // MDX has no address in angle brackets.
  const shown = number === 1 ? text : text.replace('<A>', 'A')
  return [`src/content/blog/${name.replace('.', `-${number}.`)}`, shown, pictures]
})

const obsidian = siteOf('Obsidian', (number, day) => {
  const text = postIn('obsidian/post.md', day, '../Attachments/ONE.png')
  const pictures = ['Attachments/ONE.png', 'Attachments/TWO.png']
  return [`Notes/Note ${number}.md`, text.replace('OTHER', `${3 - number}`), pictures]
})

const ghost = siteOf('Ghost', (number) => {
  const pictures = ['ONE', 'TWO', 'cover'].map((name) => `content/images/${name}.png`)
  return [`post-${number}`, `W3\n${GHOST_CARDS}`, pictures]
})
const USUAL = { type: 'post', status: 'published', visibility: 'public' }
const ghostPosts = Object.entries(ghost.written).map(([slug, text]) => {
  const [title, ...lines] = text.split('\n')
  const named = { id: slug, slug, ...USUAL, html: lines.join('\n'), title }
  return { ...named, published_at: '2020-05-01T10:00:00.000Z' }
})
const tables = JSON.parse(textOf('scripts/test/six-sites/ghost/tables.json'))
const data = { ...tables, posts: [...tables.posts, ...ghostPosts] }
ghost.files = { 'old.ghost.2024-01-01.json': JSON.stringify({ db: [{ data }] }) }

eleventy.files['node_modules/x/readme.md'] = 'no\n'

export const SIX_SITES = [jekyll, hugo, eleventy, astro, obsidian, ghost]
