/**
 * Sites in the shape of real ones: a folder of `six-sites/` has its files in `site/`, what the report
 * says, and some posts as they become. Each word, picture and link of two more posts is a mark.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../server/test/documents.ts'
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

const jekyll = siteOf('Jekyll', (number, day) => [
  `_posts/${day}-post-${number}.md`,
  `---
layout: post
title: "W3"
date: ${day} 10:00:00 +0100
categories: notes web
---
${markdown('{{ site.baseurl }}/assets/ONE.png')}
{% include figure.html src="/gone/P.png" caption="W2" %}

{% highlight ruby %}
puts "W2"
{% endhighlight %}

{% comment %} nobody reads this {% endcomment %}

<div markdown="1">
![W](https://pictures.example/P.png) [W](A)
</div>

<div>

    <a href="A">W</a>

</div>

[W]({{ site.baseurl }}/L/) [W](/L.pdf)

W {{ page.title | append: "W" }}
{: .lead}

${html('/blog/assets/TWO.png')}`,
  ['assets/ONE.png', 'assets/TWO.png'],
])

const hugo = siteOf('Hugo', (number, day) => {
  const [language, name] = number === 1 ? ['en', 'post'] : ['he', 'שלום']
  const folder = `content/${language}/posts/${name}`
  const text = `+++
title = "W3"
date = ${day}T08:00:00Z
tags = ["a"]
+++
${markdown('ONE.png')}
{{< figure src="/img/TWO.png" title="W" caption="W2" link="A" attr="W" attrlink="A" >}}

{{< youtube W >}}

{{% notice %}}
W5
{{% /notice %}}

{{/* nobody reads this */}}

${html('https://pictures.example/P.png')}`
  return [`${folder}/index.md`, text, [`${folder}/ONE.png`, 'static/img/TWO.png']]
})

const eleventy = siteOf('Eleventy', (number, day) => [
  `src/posts/post-${number}/post-${number}.md`,
  `---
title: W3
date: ${day}
---
${markdown('./ONE.png')}
{% image "/gone/P.png", "W" %}

W {{ "W" | upper }} {# nobody reads this #}

${html('/img/TWO.png')}`,
  [`src/posts/post-${number}/ONE.png`, 'src/img/TWO.png'],
])

const astro = siteOf('Astro', (number, day) => {
  const pictures = ['src/assets/ONE.png', 'public/TWO.png', 'src/hero.png']
  const front = `---\ntitle: 'W3'\npubDate: '${day}'\n---\n`
  const text = markdown('../../assets/ONE.png')
  const path = `src/content/blog/post-${number}`
  if (number === 1) return [`${path}.md`, `${front}${text}\n${html('/TWO.png')}`, pictures]
  const mdx = `${front}import Note from '../../components/Note.astro'

${text.replace('<A>', 'A')}

<Note title="W2">
  W4 **W** [W](A)

    - W2
</Note>

![W](/TWO.png)

<div>
  ![W](https://pictures.example/P.png) [W](A)
</div>

<Badge text="W" /> <a href="A">W</a>

<YouTube id="L"/> W {/* nobody reads this */}

<p className="x">W3</p>
`
  return [`${path}.mdx`, mdx, pictures]
})

const obsidian = siteOf('Obsidian', (number, day) => [
  `Notes/Note ${number}.md`,
  `---
created: ${day}
tags: [[Books]]
---
# W3

${markdown('../Attachments/ONE.png')}
![[TWO.png|300]] ![[P.png]]

[[Note ${3 - number}|W2]] [[Nobody|W]] [[W]] #W
[[#W2]] [[Note 1#W]]

| [[Note 2\\|W]] | ![[ONE.png\\|100]] |
| --- | --- |

> [!note] W2
> W5

==W== %%nobody reads this%% W
`,
  ['Attachments/ONE.png', 'Attachments/TWO.png'],
])

const ghostPost = (slug: string, fields: object) => ({
  ...{ id: slug, slug, type: 'post', status: 'published', visibility: 'public' },
  ...{ html: '<p>Text</p>', published_at: '2020-05-01T10:00:00.000Z', ...fields },
})

const IMAGES = '__GHOST_URL__/content/images'
const WRITTEN = { title: 'In markdown', featured: 1, html: '<p>Written as <em>markdown</em>.</p>' }
const META = { post_id: 'in-markdown', feature_image_alt: 'The loaf' }
const CAPTION = '<span>By <a href="https://x.org">X</a></span>'

const GHOST_TABLES = {
  posts: [
    ghostPost('in-markdown', { ...WRITTEN, feature_image: `${IMAGES}/cover.png` }),
    ghostPost('for-members', { title: 'For members', visibility: 'members' }),
    ghostPost('unfinished', { status: 'draft', feature_image: `${IMAGES}/gone.png` }),
    ghostPost('about', { title: 'About', type: 'page' }),
  ],
  posts_meta: [{ ...META, feature_image_caption: CAPTION }],
  tags: ['Writing', '#internal'].map((name) => ({ id: name, name })),
  posts_tags: ['Writing', '#internal'].map((tag_id, sort_order) => {
    return { post_id: 'in-markdown', tag_id, sort_order }
  }),
}

const ghost = siteOf('Ghost', (number) => {
  const pictures = ['ONE', 'TWO', 'cover'].map((name) => `content/images/${name}.png`)
  return [`post-${number}`, `W3\n${GHOST_CARDS}`, pictures]
})
const ghostPosts = Object.entries(ghost.written).map(([slug, text]) => {
  const [title, ...lines] = text.split('\n')
  return ghostPost(slug, { title, html: lines.join('\n') })
})
const data = { ...GHOST_TABLES, posts: [...GHOST_TABLES.posts, ...ghostPosts] }
ghost.files = { 'old.ghost.2024-01-01.json': JSON.stringify({ db: [{ data }] }) }

eleventy.files['node_modules/x/readme.md'] = 'no\n'

export const SIX_SITES = [jekyll, hugo, eleventy, astro, obsidian, ghost]
