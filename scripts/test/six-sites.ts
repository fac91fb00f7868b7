/**
 * For tests: a site of each kind in the shape of real ones. Every word, picture and link of some
 * posts is a mark that is nowhere else; others have what is usual and what gets in the way.
 */
import { times } from '../../server/test/times.ts'
import { ghostCards, html, markdown, WrittenWords } from './written.ts'

export interface SixSite {
  name: string
  /** Texts by path. */
  files: Record<string, string>
  /** Paths of pictures that are there. */
  pictures: string[]
  /** What each post says, by the source that the report names. */
  written: Map<string, WrittenWords>
  /** What the report says of the other files; YYYY is this year. */
  report: string[]
  /** Whole texts of some imported posts by path. */
  posts: Record<string, string>
}

/** Every second or third post is of another kind. */
const POSTS = times(6, 30)

type Told = Pick<SixSite, 'name' | 'files' | 'report' | 'posts'>
type Compose = (site: SixSite, at: { number: number; day: string }) => void

function siteOf(told: Told, compose: Compose): SixSite {
  const site: SixSite = { ...told, pictures: [], written: new Map() }
  for (let number = 1; number <= POSTS; number += 1) {
    const [month, day] = [(number % 12) + 1, (number % 28) + 1].map((each) => `0${each}`.slice(-2))
    compose(site, { number, day: `2020-${month}-${day}` })
  }
  return site
}

/** Adds a text; what is written into it is known by its path. */
function put(site: SixSite, path: string, mark: string, text: (words: WrittenWords) => string) {
  const words = new WrittenWords(mark)
  site.files[path] = text(words)
  site.written.set(path, words)
}

const JEKYLL: Told = {
  name: 'Jekyll',
  files: {
    '_config.yml': 'title: Old\npermalink: pretty\nbaseurl: /blog\n',
    Gemfile: '',
    'about.md': '---\ntitle: About\n---\nMe\n',
    '_drafts/someday.md': '---\ntitle: Someday\n---\nText\n',
    '_posts/2020-01-02-hello-world.md': `---
layout: post
title: "Hello: world"
date: 2020-01-02 10:30:00 +0200
tags: ruby web
category: Notes
permalink: /old/hello.html
---
Hello. See [the next]({% post_url 2020-02-03-next %}) and ![a picture](/img/a.png).
`,
    '_posts/2020-02-03-next.markdown':
      '---\ntitle: Next\npublished: false\n---\nText {% include x.html %}\n',
    '_posts/2020-03-04-broken.md': '---\ntitle: [broken\n---\nText\n',
    '_posts/2020-05-06-mkd.mkd': '---\ntitle: Mkd\n---\nText\n',
    '_posts/2020-05-07-y.html': '---\ntitle: Y\n---\n<b>e</b> <font>{{ site.title }}</font>',
    '_posts/2020-05-08-a.textile': 'x',
    'index.html': '<p>',
  },
  report: [
    '_drafts/someday.md: imported as posts/YYYY/someday.md (essay, draft, 0 tags); left: no date is known: it has that of its file',
    '_posts/2020-01-02-hello-world.md: imported as posts/2020/hello-world.md (essay, 3 tags); left: keys without a meaning here: layout; a file that is not copied: /img/a.png (it is not there, or no image)',
    '_posts/2020-02-03-next.markdown: imported as posts/2020/next.md (essay, draft, 0 tags); left: template marks that stay as text: {% include x.html %}',
    '_posts/2020-03-04-broken.md: skipped: This is not valid YAML: a bracket or quote is not closed before this line.',
    '_posts/2020-05-06-mkd.mkd: imported as posts/2020/mkd.md (essay, 0 tags)',
    '_posts/2020-05-07-y.html: imported as posts/2020/y.md (essay, 0 tags); left: template marks that stay as text: {{ site.title }}',
    '_posts/2020-05-08-a.textile: skipped: It is not written in markdown.',
    'about.md: skipped: It is not in _posts or _drafts.',
  ],
  posts: {
    'posts/2020/hello-world.md': `---
title: "Hello: world"
type: essay
date: 2020-01-02T10:30:00+02:00
tags: [ruby, web, Notes]
aliases: [/old/hello.html]
---

Hello. See [the next](/post/next) and ![a picture](/img/a.png).
`,
    'posts/2020/y.md':
      '---\ntitle: "Y"\ntype: essay\ndate: 2020-05-07\naliases: [/2020/05/07/y/]\n---\n\n**e** {{ site.title }}\n',
  },
}

function jekyll(): SixSite {
  return siteOf(JEKYLL, (site, { number, day }) => {
    const mark = `jekyll${number}`
    put(site, `_posts/${day}-post-${number}.md`, mark, (words) => {
      const [one, two] = [words.p(), words.p()]
      site.pictures.push(`assets/${one}.png`, `assets/${two}.png`)
      return `---
layout: post
title: "${words.w(3)}"
date: ${day} 10:00:00 +0100
categories: notes web
---
${markdown(words, `{{ site.baseurl }}/assets/${one}.png`)}
{% include figure.html src="/gone/${words.p()}.png" caption="${words.w(2)}" %}

{% highlight ruby %}
puts "${words.w(2)}"
{% endhighlight %}

{% comment %} nobody reads this {% endcomment %}

<div markdown="1">
![${words.w()}](https://pictures.example/${words.p()}.png) [${words.w()}](${words.a()})
</div>

<div>

    <a href="${words.a()}">${words.w()}</a>

</div>

[${words.w()}]({{ site.baseurl }}/${words.l()}/) [${words.w()}](/${words.l()}.pdf)

${words.w()} {{ page.title | append: "${words.w()}" }}
{: .lead}

${html(words, `/blog/assets/${two}.png`)}`
    })
  })
}

const HUGO: Told = {
  name: 'Hugo',
  files: {
    'config/_default/hugo.yaml': 'baseURL: https://old.example/\ndefaultContentLanguage: en\n',
    'config/_default/languages.yaml':
      'en: {contentDir: content/en}\nhe: {contentDir: content/he}\n',
    'themes/x/content/posts/theme.md': 'x',
    'content/_index.md': '---\ntitle: Home\n---\n',
    'content/posts/toml.md': `+++
title = "From TOML"
date = 2021-03-04T23:30:00-05:00
lastmod = 2021-03-05
draft = false
tags = ["Go", "Web"]
aliases = ["/2021/03/toml/", "/older.html"]
weight = 3
+++

Text with [a link]({{< ref "bundle" >}}) and {{< figure src="x.png" >}}.
`,
    'content/posts/bundle/index.md':
      '---\ntitle: A bundle\ndate: 2021-05-06\ndraft: true\nurl: /gone/there/\n---\n\n![photo](photo.jpg)\n',
    'content/posts/german/index.de.md': '---\ntitle: Ein Bündel\ndate: 2021-05-06\n---\nText\n',
    'content/posts/bundle/notes.md': 'A part\n',
    'content/posts/slug.md':
      '---\ntitle: Slug\ndate: 2021-05-07T08:00:00Z\nslug: another-name\n---\nText\n',
    'content/posts/a.org': 'x',
  },
  report: [
    'content/_index.md: skipped: It is not in a section of content/, or a list or a part of a page there.',
    'content/posts/a.org: skipped: It is not written in markdown.',
    'content/posts/bundle/index.md: imported as posts/2021/bundle.md (essay, draft, 0 tags); left: a file that is not copied: photo.jpg (it is not there, or no image)',
    'content/posts/bundle/notes.md: skipped: It is not in a section of content/, or a list or a part of a page there.',
    'content/posts/german/index.de.md: imported as posts/2021/german-de.md (essay, 0 tags)',
    'content/posts/slug.md: imported as posts/2021/another-name.md (essay, 0 tags)',
    'content/posts/toml.md: imported as posts/2021/toml.md (essay, 2 tags); left: keys without a meaning here: weight; a file that is not copied: x.png (it is not there, or no image); template marks that stay as text: {{< figure src="x.png" >}}',
  ],
  posts: {
    'posts/2021/toml.md': `---
title: From TOML
type: essay
date: 2021-03-04T23:30:00-05:00
updated: 2021-03-05
tags: [Go, Web]
aliases: [/2021/03/toml/, /older.html, /posts/toml/]
---

Text with [a link](/post/bundle) and {{< figure src="x.png" >}}.
`,
  },
}

function hugo(): SixSite {
  return siteOf(HUGO, (site, { number, day }) => {
    const language = number % 3 === 0 ? 'he' : 'en'
    const name = language === 'he' ? `שלום-${number}` : `post-${number}`
    const folder = `content/${language}/posts/${name}`
    put(site, `${folder}/index.md`, `hugo${number}`, (words) => {
      const [one, two] = [words.p(), words.p()]
      site.pictures.push(`${folder}/${one}.png`, `static/img/${two}.png`)
      return `+++
title = "${words.w(3)}"
date = ${day}T08:00:00Z
tags = ["a"]
+++
${markdown(words, `${one}.png`)}
{{< figure src="/img/${two}.png" title="${words.w()}" caption="${words.w(2)}" link="${words.a()}" attr="${words.w()}" attrlink="${words.a()}" >}}

{{< youtube ${words.w()} >}}

{{% notice %}}
${words.w(5)}
{{% /notice %}}

{{/* nobody reads this */}}

${html(words, `https://pictures.example/${words.p()}.png`)}`
    })
  })
}

const ELEVENTY: Told = {
  name: 'Eleventy',
  files: {
    'eleventy.config.js': "export default () => ({ dir: { input: 'src' } })",
    'src/posts/posts.json': '{"tags": "posts", "layout": "post.njk"}',
    'blog/index.md': '# All\n',
    'blog/hello/index.md': '---\ntitle: Hello\ndate: 2022-01-01\n---\nText\n',
    'blog/2022-01-02-first.md':
      '---\ntitle: First\ntags: [post, css]\nlayout: base.njk\n---\nText\n',
    'blog/hidden.md': '---\ntitle: Hidden\ndate: 2022-02-03\npermalink: false\n---\nText\n',
    'blog/template.md':
      '---\ntitle: Template\ndate: 2022-02-04\npermalink: "/{{ page.fileSlug }}/"\n---\nText\n',
    'blog/a.njk': 'x',
    'node_modules/x/readme.md': 'no\n',
  },
  report: [
    'blog/2022-01-02-first.md: imported as posts/2022/first.md (essay, 2 tags); left: keys without a meaning here: layout',
    'blog/a.njk: skipped: It is not written in markdown.',
    'blog/hello/index.md: imported as posts/2022/hello.md (essay, 0 tags)',
    'blog/hidden.md: imported as posts/2022/hidden.md (essay, draft, 0 tags)',
    'blog/index.md: skipped: It is a page, not in a folder of posts.',
    'blog/template.md: imported as posts/2022/template.md (essay, 0 tags)',
  ],
  posts: {},
}

function eleventy(): SixSite {
  return siteOf(ELEVENTY, (site, { number, day }) => {
    const name = `post-${number}`
    put(site, `src/posts/${name}/${name}.md`, `eleventy${number}`, (words) => {
      const [one, two] = [words.p(), words.p()]
      site.pictures.push(`src/posts/${name}/${one}.png`, `src/img/${two}.png`)
      return `---
title: ${words.w(3)}
date: ${day}
---
${markdown(words, `./${one}.png`)}
{% image "/gone/${words.p()}.png", "${words.w()}" %}

${words.w()} {{ "${words.w()}" | upper }} {# nobody reads this #}

${html(words, `/img/${two}.png`)}`
    })
  })
}

const ASTRO: Told = {
  name: 'Astro',
  files: {
    'astro.config.mjs': '',
    'src/content/blog/first-post.md':
      "---\ntitle: 'First post'\ndescription: 'Lorem ipsum'\npubDate: 'Jul 08 2022'\nupdatedDate: 'Jul 10 2022'\nheroImage: '../../hero.png'\nheroImageAlt: A\n---\nText\n",
    'src/content/blog/using-mdx.mdx': "---\ntitle: MDX\nheroImage: '/hero.jpg'\n---\n<X />\n",
    'src/content/blog/Größe/index.md': '---\ntitle: Größe\npubDate: 2022-07-15\n---\n# Größe\n',
    'src/data/blog/data.md': '---\ntitle: Data\ndate: 2022-07-16\n---\nText\n',
    'src/pages/blog/[...slug].astro': '',
    'src/pages/about.md': '# About\n',
  },
  report: [
    'src/content/blog/Größe/index.md: imported as posts/2022/groesse.md (essay, 0 tags)',
    'src/content/blog/first-post.md: imported as posts/2022/first-post.md (essay, 0 tags); images: media/2022/hero-3x2-#.png',
    'src/content/blog/using-mdx.mdx: imported as posts/YYYY/using-mdx.md (essay, draft, 0 tags); left: MDX that is no markdown: <X />; a file that is not copied: /hero.jpg (it is not there, or no image); no date is known: it has that of its file',
    'src/data/blog/data.md: imported as posts/2022/data.md (essay, 0 tags)',
    'src/pages/about.md: skipped: It is not in src/content/.',
  ],
  posts: {
    'posts/2022/groesse.md':
      '---\ntitle: Größe\ntype: essay\ndate: 2022-07-15\naliases: [/blog/Größe/]\n---\n\n# Größe\n',
    'posts/2022/first-post.md': `---
title: First post
type: essay
date: 2022-07-08
updated: 2022-07-10
description: Lorem ipsum
aliases: [/blog/first-post/]
---

![A](/media/2022/hero-3x2-#.png)

Text
`,
  },
}

function astro(): SixSite {
  const site = siteOf(ASTRO, (site, { number, day }) => {
    const isMdx = number % 2 === 0
    const path = `src/content/blog/post-${number}.${isMdx ? 'mdx' : 'md'}`
    put(site, path, `astro${number}`, (words) => {
      const [one, two] = [words.p(), words.p()]
      site.pictures.push(`src/assets/${one}.png`, `public/${two}.png`)
      const front = `---\ntitle: '${words.w(3)}'\npubDate: '${day}'\n---\n`
      const text = markdown(words, `../../assets/${one}.png`)
      if (!isMdx) return `${front}${text}\n${html(words, `/${two}.png`)}`
      return `${front}import Note from '../../components/Note.astro'
import picture from '../../../public/${two}.png'

${text.replace(/<(https:[^>]+)>/g, '$1')}

<Note title="${words.w(2)}">
  ${words.w(4)} **${words.w()}** [${words.w()}](${words.a()})

    - ${words.w(2)}
</Note>

<Image src={picture} alt="${words.w()}" />

<div>
  ![${words.w()}](https://pictures.example/${words.p()}.png) [${words.w()}](${words.a()})
</div>

<Badge text={"${words.w()}"} list={['${words.w()}']} /> <a href={\`${words.a()}\`}>${words.w()}</a>

<YouTube id="${words.l()}" /> ${words.w()} {/* nobody reads this */} {\`${words.w()}\`}

<p className="x" style={{ color: 'red' }}>${words.w(3)}</p>
`
    })
  })
  site.pictures.push('src/hero.png')
  return site
}

const OBSIDIAN: Told = {
  name: 'Obsidian',
  files: {
    '.obsidian/app.json': '{}',
    'Daily/2023-01-02.md': 'Went out. #walking See [[Garden plan|the plan]] and [[Nobody]].\n',
    'Garden plan.md':
      '---\ntags: [garden]\naliases: [Beds]\ncreated: 2023-01-01\n---\nBack to [[2023-01-02]]. `[[code]]`\n\n![[bed.png]]\n',
    'Other.md': '---\ncreated: 2023-01-03\n---\nSee [[Beds]].\n',
    'Templates/day.md': '---\ntitle: <% tp.title %>\n---\n',
    'a.canvas': '{}',
  },
  report: [
    'Daily/2023-01-02.md: imported as posts/2023/2023-01-02.md (essay, 1 tag)',
    'Garden plan.md: imported as posts/2023/garden-plan.md (essay, 1 tag); left: a file that is not copied: bed.png (it is not there, or no image)',
    'Other.md: imported as posts/2023/other.md (essay, 0 tags)',
    'Templates/day.md: skipped: It is a template.',
    'a.canvas: skipped: It is not written in markdown.',
  ],
  posts: {
    'posts/2023/2023-01-02.md': `---
title: "2023-01-02"
type: essay
date: 2023-01-02
tags: [walking]
---

Went out. #walking See [the plan](/post/garden-plan) and Nobody.
`,
    'posts/2023/other.md':
      '---\ntitle: Other\ntype: essay\ndate: 2023-01-03\n---\n\nSee [Beds](/post/garden-plan).\n',
  },
}

function obsidian(): SixSite {
  return siteOf(OBSIDIAN, (site, { number, day }) => {
    put(site, `Notes/Note ${number}.md`, `obsidian${number}`, (words) => {
      const [one, two] = [words.p(), words.p()]
      site.pictures.push(`Attachments/${one}.png`, `Attachments/${two}.png`)
      return `---
created: ${day}
tags: [[Books]]
---
# ${words.w(3)}

${markdown(words, `../Attachments/${one}.png`)}
![[${two}.png|300]] ![[${words.p()}.png]]

[[Note ${(number % POSTS) + 1}|${words.w(2)}]] [[Nobody|${words.w()}]] [[${words.w()}]] #${words.w()}
[[#${words.w(2)}]] [[Note 1#${words.w()}]]

| [[Note 2\\|${words.w()}]] | ![[${one}.png\\|100]] |
| --- | --- |

> [!note] ${words.w(2)}
> ${words.w(5)}

==${words.w()}== %%nobody reads this%% ${words.w()}
`
    })
  })
}

const GHOST: Told = {
  name: 'Ghost',
  files: {},
  report: [
    'about: skipped: It is a page.',
    'for-members: imported as posts/2020/for-members.md (essay, draft, 0 tags); left: a draft, because not everybody could read it: members',
    'in-markdown: imported as posts/2020/in-markdown.md (essay, 1 tag); images: media/2020/cover-3x2-#.png',
    'unfinished: imported as posts/2020/unfinished.md (essay, draft, 0 tags); left: a file that is not copied: /content/images/gone.png (it is not there, or no image)',
  ],
  posts: {
    'posts/2020/in-markdown.md': `---
title: In markdown
type: essay
date: 2020-05-01T12:00:00+02:00
tags: [Writing]
featured: true
aliases: [/in-markdown/]
---

![The loaf](/media/2020/cover-3x2-#.png)

By [X](https://x.org)

Written as *markdown*.
`,
  },
}

const ghostPost = (slug: string, fields: object) => ({
  ...{ id: slug, slug, type: 'post', status: 'published', visibility: 'public' },
  ...{ html: '<p>Text</p>', published_at: '2020-05-01T10:00:00.000Z', ...fields },
})

const IMAGES = '__GHOST_URL__/content/images'
const WRITTEN = { title: 'In markdown', featured: 1, html: '<p>Written as <em>markdown</em>.</p>' }
const CAPTION = '<span>By <a href="https://x.org">X</a></span>'

/** The other rows of the export, by table. */
const GHOST_TABLES = {
  posts: [
    ghostPost('in-markdown', { ...WRITTEN, feature_image: `${IMAGES}/cover.png` }),
    ghostPost('for-members', { title: 'For members', visibility: 'members' }),
    ghostPost('unfinished', { status: 'draft', feature_image: `${IMAGES}/gone.png` }),
    ghostPost('about', { title: 'About', type: 'page' }),
  ],
  posts_meta: [
    { post_id: 'in-markdown', feature_image_alt: 'The loaf', feature_image_caption: CAPTION },
  ],
  tags: ['Writing', '#internal'].map((name) => ({ id: name, name })),
  posts_tags: ['Writing', '#internal'].map((tag_id, sort_order) => {
    return { post_id: 'in-markdown', tag_id, sort_order }
  }),
}

function ghost(): SixSite {
  const posts: object[] = [...GHOST_TABLES.posts]
  const site = siteOf(GHOST, (own, { number, day }) => {
    const words = new WrittenWords(`ghost${number}`)
    own.written.set(`post-${number}`, words)
    const published_at = `${day}T10:00:00.000Z`
    const fields = { title: words.w(3), published_at, html: ghostCards(own.pictures, words) }
    posts.push(ghostPost(`post-${number}`, fields))
  })
  const data = { ...GHOST_TABLES, posts }
  site.files['old.ghost.2024-01-01.json'] = JSON.stringify({ db: [{ data }] })
  site.pictures.push('content/images/cover.png')
  return site
}

export const SIX_SITES = [jekyll(), hugo(), eleventy(), astro(), obsidian(), ghost()]
