/**
 * For tests: six sites in the shape of real ones, with the same things in each post of a kind. Every
 * word, picture and link is a mark that is nowhere else.
 */
import { times } from '../../server/test/times.ts'
import { ghostCards, markdownCards } from './ghost-cards.ts'
import { html, markdown } from './written-text.ts'
import { WrittenWords } from './written-words.ts'

export interface RealSite {
  /** Texts by path. */
  files: Record<string, string>
  /** Paths of pictures that are there. */
  pictures: string[]
  /** What each post says, by the source that the report names. */
  written: Map<string, WrittenWords>
}

/** Every second or third post is of another kind. */
export const POSTS = times(6, 30)

type Compose = (site: RealSite, at: { number: number; day: string }) => void

function siteOf(files: Record<string, string>, compose: Compose): RealSite {
  const site: RealSite = { files: { ...files }, pictures: [], written: new Map() }
  for (let number = 1; number <= POSTS; number += 1) {
    const day = `2020-${String((number % 12) + 1).padStart(2, '0')}-${String((number % 28) + 1).padStart(2, '0')}`
    compose(site, { number, day })
  }
  return site
}

/** Adds a text; what is written into it is known by its path. */
function put(site: RealSite, path: string, mark: string, text: (words: WrittenWords) => string) {
  const words = new WrittenWords(mark)
  site.files[path] = text(words)
  site.written.set(path, words)
}

function jekyll(): RealSite {
  const files = { '_config.yml': 'title: Old\npermalink: pretty\n', 'about.md': 'x', Gemfile: '' }
  return siteOf(files, (site, { number, day }) => {
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

${html(words, `/assets/${two}.png`)}`
    })
  })
}

function hugo(): RealSite {
  const files = {
    'config/_default/hugo.toml':
      'baseURL = "https://old.example/"\ndefaultContentLanguage = "en"\n',
    'config/_default/languages.yaml':
      'en: {contentDir: content/en}\nhe: {contentDir: content/he}\n',
    'content/en/_index.md': '',
    'themes/x/content/posts/theme.md': 'x',
  }
  return siteOf(files, (site, { number, day }) => {
    const language = number % 3 === 0 ? 'he' : 'en'
    const name = language === 'he' ? `שלום-${number}` : `post-${number}`
    const folder = `content/${language}/posts/${name}`
    put(site, `${folder}/index.md`, `hugo${number}`, (words) => {
      const [one, two] = [words.p(), words.p()]
      site.pictures.push(`${folder}/${one}.png`, `${folder}/${two}.png`)
      return `+++
title = "${words.w(3)}"
date = ${day}T08:00:00Z
tags = ["a"]
+++
${markdown(words, `${one}.png`)}
{{< figure src="${two}.png" title="${words.w()}" caption="${words.w(2)}" link="${words.a()}" attr="${words.w()}" attrlink="${words.a()}" >}}

{{< youtube ${words.w()} >}}

{{% notice %}}
${words.w(5)}
{{% /notice %}}

{{/* nobody reads this */}}

${html(words, `https://pictures.example/${words.p()}.png`)}`
    })
  })
}

function eleventy(): RealSite {
  const files = {
    'eleventy.config.js': "export default () => ({ dir: { input: 'src' } })",
    'src/posts/posts.json': '{"tags": "posts", "layout": "post.njk"}',
    'src/index.md': 'x',
    'CLAUDE.md': 'x',
  }
  return siteOf(files, (site, { number, day }) => {
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

function astro(): RealSite {
  const files = { 'astro.config.mjs': '', 'src/pages/blog/[...slug].astro': '' }
  return siteOf(files, (site, { number, day }) => {
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
}

function obsidian(): RealSite {
  return siteOf({ '.obsidian/app.json': '{}' }, (site, { number, day }) => {
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

function ghost(): RealSite {
  const posts: object[] = []
  const site = siteOf({}, (own, { number, day }) => {
    const words = new WrittenWords(`ghost${number}`)
    own.written.set(`post-${number}`, words)
    posts.push({
      id: String(number),
      slug: `post-${number}`,
      title: words.w(3),
      type: 'post',
      status: 'published',
      visibility: 'public',
      published_at: `${day}T10:00:00.000Z`,
      ...(number % 3 === 0
        ? markdownCards(own.pictures, words)
        : { html: ghostCards(own.pictures, words) }),
    })
  })
  site.files['old.ghost.2024-01-01.json'] = JSON.stringify({ db: [{ data: { posts } }] })
  return site
}

export const REAL_SITES: readonly (readonly [string, () => RealSite])[] = [
  ['Jekyll with HTML and Liquid', jekyll],
  ['Hugo with config/_default and folders of languages', hugo],
  ['Eleventy with x/x.md', eleventy],
  ['Astro with MDX', astro],
  ['Obsidian', obsidian],
  ['Ghost with cards of HTML', ghost],
]
