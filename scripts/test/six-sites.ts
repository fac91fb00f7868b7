/** Sites in the shape of real ones. Each word, picture and link of some posts is a mark. */
import { GHOST_CARDS, html, markdown, withMarks } from './written.ts'

export interface SixSite {
  name: string
  files: Record<string, string>
  pictures: string[]
  /** Texts of posts that are full of marks, by the source that the report names. */
  written: Record<string, string>
  /** How the report begins: by reason. */
  summary?: string[]
  /** What the report says of the other files; YYYY is this year. */
  report: string[]
  posts: Record<string, string>
}

type Told = Omit<SixSite, 'pictures' | 'written'>
type Post = readonly [path: string, text: string, pictures: string[]]

/** A site with two posts full of marks: the second may be of another kind. */
function siteOf(told: Told, postOf: (number: number, day: string) => Post): SixSite {
  const site: SixSite = { ...told, pictures: [], written: {} }
  for (const number of [1, 2]) {
    const [path, text, pictures] = postOf(number, `2020-02-0${number}`)
    const post = `${told.name.toLowerCase()}${number}`
    site.written[path] = withMarks(text, post)
    site.pictures.push(...pictures.map((picture) => withMarks(picture, post)))
  }
  const pictures = [...new Set(site.pictures)]
  return { ...site, pictures, files: { ...told.files, ...site.written } }
}

const JEKYLL: Told = {
  name: 'Jekyll',
  files: {
    '.obsidian/app.json': '{}',
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
    '_posts/2020-05-06-mkd.mkd': '---\ntitle: Mkd\n---\n<b>A</b>\n\n<form>b</form>\n',
    '_posts/2020-05-07-y.html': '---\ntitle: Y\n---\n<b>e</b> <font>{{ site.title }}</font>',
    '_posts/2020-05-08-a.textile': 'x',
    'index.html': '<p>',
  },
  summary: [
    '10 files read: 7 posts (2 drafts among them), 3 skipped.',
    '     1 skipped: It is not in _posts or _drafts.',
    '     1 skipped: It is not written in markdown.',
    '     1 skipped: This is not valid YAML',
    '     4 with template marks that stay as text',
  ],
  report: [
    '_drafts/someday.md: imported as posts/YYYY/someday.md (essay, draft, 0 tags); left: no date is known: it has that of its file',
    '_posts/2020-01-02-hello-world.md: imported as posts/2020/hello-world.md (essay, 3 tags); left: keys without a meaning here: layout; a file that is not copied: /img/a.png (it is not there, or no image)',
    '_posts/2020-02-03-next.markdown: imported as posts/2020/next.md (essay, draft, 0 tags); left: template marks that stay as text: {% include x.html %}',
    '_posts/2020-03-04-broken.md: skipped: This is not valid YAML: a bracket or quote is not closed before this line.',
    '_posts/2020-05-06-mkd.mkd: imported as posts/2020/mkd.md (essay, 0 tags)',
    '_posts/2020-05-06-mkd.mkd: not shown, posts/2020/mkd.md:10: <form> is left out; its words are shown.',
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

const jekyll = siteOf(JEKYLL, (number, day) => [
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
  },
  report: [
    'content/_index.md: skipped: It is not in a section of content/, or a list or a part of a page there.',
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

const hugo = siteOf(HUGO, (number, day) => {
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
    'node_modules/x/readme.md': 'no\n',
  },
  report: [
    'blog/2022-01-02-first.md: imported as posts/2022/first.md (essay, 2 tags); left: keys without a meaning here: layout',
    'blog/hello/index.md: imported as posts/2022/hello.md (essay, 0 tags)',
    'blog/hidden.md: imported as posts/2022/hidden.md (essay, draft, 0 tags)',
    'blog/index.md: skipped: It is a page, not in a folder of posts.',
    'blog/template.md: imported as posts/2022/template.md (essay, 0 tags)',
  ],
  posts: {},
}

const eleventy = siteOf(ELEVENTY, (number, day) => [
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
image: /media/2022/hero-3x2-#.png
image_alt: A
aliases: [/blog/first-post/]
---

Text
`,
  },
}

const astro = siteOf(ASTRO, (number, day) => {
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

const OBSIDIAN: Told = {
  name: 'Obsidian',
  files: {
    '.obsidian/app.json': '{}',
    'Daily/2023-01-02.md': 'Went out. #walking See [[Garden plan|the plan]] and [[Nobody]].\n',
    'Garden plan.md':
      '---\ntags: [[Garden]]\naliases: [Beds]\ncreated: 2023-01-01\n---\nBack to [[2023-01-02]]. `[[code]]`\n\n![[bed.png]]\n',
    'Other.md':
      '---\ncreated: 2023-01-03\ntags:\n  - "[[notes/Books|my books]]"\ncategories: ["[[Films#seen]]"]\n---\nSee [[Beds]].\n',
    'Templates/day.md': '---\ntitle: <% tp.title %>\n---\n',
  },
  report: [
    'Daily/2023-01-02.md: imported as posts/2023/2023-01-02.md (essay, 1 tag)',
    'Garden plan.md: imported as posts/2023/garden-plan.md (essay, 1 tag); left: a file that is not copied: bed.png (it is not there, or no image)',
    'Other.md: imported as posts/2023/other.md (essay, 2 tags)',
    'Templates/day.md: skipped: It is a template.',
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
      '---\ntitle: Other\ntype: essay\ndate: 2023-01-03\ntags: [Books, Films]\n---\n\nSee [Beds](/post/garden-plan).\n',
  },
}

const obsidian = siteOf(OBSIDIAN, (number, day) => [
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
image: /media/2020/cover-3x2-#.png
image_alt: The loaf
aliases: [/in-markdown/]
---

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

const ghost = siteOf(GHOST, (number) => {
  const pictures = ['ONE', 'TWO', 'cover'].map((name) => `content/images/${name}.png`)
  return [`post-${number}`, `W3\n${GHOST_CARDS}`, pictures]
})
const ghostPosts = Object.entries(ghost.written).map(([slug, text]) => {
  const [title, ...lines] = text.split('\n')
  return ghostPost(slug, { title, html: lines.join('\n') })
})
const data = { ...GHOST_TABLES, posts: [...GHOST_TABLES.posts, ...ghostPosts] }
ghost.files = { 'old.ghost.2024-01-01.json': JSON.stringify({ db: [{ data }] }) }

export const SIX_SITES = [jekyll, hugo, eleventy, astro, obsidian, ghost]
