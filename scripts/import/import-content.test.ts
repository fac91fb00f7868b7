import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkContent } from '../../server/content/check-content.ts'
import { fixtureIn, makeFolder } from '../../server/test/git-fixture.ts'
import { contentRepository } from '../test/content-repository.ts'
import {
  ASTRO,
  ELEVENTY,
  GHOST_EXPORT,
  HUGO,
  JEKYLL,
  OBSIDIAN,
  type SampleSite,
} from '../test/sample-sites.ts'
import { importContent } from './import-content.ts'

async function importing(sample: SampleSite, contentDir: string, isDryRun = false) {
  const source = fixtureIn(makeFolder())
  for (const [path, text] of Object.entries(sample)) source.put(path, text)
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const timeZone = 'Europe/Berlin'
  const options = { from: source.folder, kind: null, contentDir, timeZone, isDryRun, print }
  const isDone = await importContent(options)
  return { isDone, lines }
}

it('tells what of a text will not be shown, by its line in the new file', async () => {
  const site = contentRepository()
  const form = '---\ntitle: A\ndate: 2020-01-02\n---\n<b>bold</b>\n\n<form>a</form>\n'
  const { lines } = await importing({ '_posts/2020-01-02-a.md': form }, site.folder)
  expect(lines.slice(-3, -1)).toEqual([
    '_posts/2020-01-02-a.md: imported as posts/2020/a.md (essay, 0 tags)',
    '_posts/2020-01-02-a.md: not shown, posts/2020/a.md:10: A form is left out; its words are shown.',
  ])
})

describe('importing a site', () => {
  it.each<[string, SampleSite, string[], Record<string, string>]>([
    [
      'Jekyll',
      JEKYLL,
      [
        'README.md: skipped: It is no post.',
        '_drafts/someday.md: imported as posts/YYYY/someday.md (essay, draft, 0 tags); left: no date is known: it has that of its file',
        '_posts/2020-01-02-hello-world.md: imported as posts/2020/hello-world.md (essay, 3 tags); left: keys without a meaning here: layout; an image that is not there: /img/a.png',
        '_posts/2020-02-03-next.markdown: imported as posts/2020/next.md (essay, draft, 0 tags); left: template tags that stay as text: {% include x.html %}',
        '_posts/2020-03-04-broken.md: skipped: This is not valid YAML: a bracket or quote is not closed before this line.',
        'about.md: skipped: It is a page, not in _posts or _drafts.',
        "Imported 3 posts from Jekyll. Committed as 'Import 3 posts from Jekyll'.",
      ],
      {
        // Keeps the date with its offset, tags of words, and the old address.
        'posts/2020/hello-world.md': `---
title: "Hello: world"
type: essay
date: 2020-01-02T10:30:00+02:00
tags: [ruby, web, Notes]
aliases: [/old/hello.html]
---

Hello. See [the next](/post/next) and ![a picture](/img/a.png).

\`\`\`ruby
puts "[[no link]]"
\`\`\`
`,
      },
    ],
    [
      'Hugo',
      HUGO,
      [
        'content/_index.md: skipped: It is a list page of Hugo.',
        'content/about.md: skipped: It is a page, not in a section.',
        'content/posts/bundle/index.md: imported as posts/2021/bundle.md (essay, draft, 0 tags); left: an image that is not there: photo.jpg',
        'content/posts/bundle/notes.md: skipped: It is a part of a page bundle.',
        'content/posts/slug.md: imported as posts/2021/another-name.md (essay, 0 tags)',
        'content/posts/toml.md: imported as posts/2021/toml.md (essay, 2 tags); left: keys without a meaning here: weight; an image that is not there: x.png; shortcodes that stay as text: {{< figure src="x.png" >}}',
        "Imported 3 posts from Hugo. Committed as 'Import 3 posts from Hugo'.",
      ],
      {
        // Reads TOML and converts references.
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
    ],
    [
      'Eleventy',
      ELEVENTY,
      [
        'blog/2022-01-02-first.md: imported as posts/2022/first.md (essay, 2 tags); left: keys without a meaning here: layout',
        'blog/hidden.md: imported as posts/2022/hidden.md (essay, draft, 0 tags)',
        'blog/template.md: imported as posts/2022/template.md (essay, 0 tags)',
        'index.md: skipped: It is a page, not in a folder of posts.',
        "Imported 3 posts from Eleventy. Committed as 'Import 3 posts from Eleventy'.",
      ],
      {},
    ],
    [
      'Astro',
      ASTRO,
      [
        'src/content/blog/Größe/index.md: imported as posts/2022/groesse.md (essay, 0 tags)',
        'src/content/blog/first-post.md: imported as posts/2022/first-post.md (essay, 0 tags); left: an image that is not there: /hero.jpg',
        'src/content/blog/using-mdx.mdx: imported as posts/YYYY/using-mdx.md (essay, draft, 0 tags); left: MDX that is no markdown: <X />; no date is known: a draft with that of its file',
        'src/pages/about.md: skipped: It is not in src/content/.',
        "Imported 3 posts from Astro. Committed as 'Import 3 posts from Astro'.",
      ],
      {
        // Keeps the name of an old address that an id cannot have.
        'posts/2022/groesse.md':
          '---\ntitle: Größe\ntype: essay\ndate: 2022-07-15\naliases: [Größe, /blog/Größe/]\n---\n\n# Größe\n',
        // Reads days in words.
        'posts/2022/first-post.md': `---
title: First post
type: essay
date: 2022-07-08
updated: 2022-07-10
description: Lorem ipsum
aliases: [/blog/first-post/]
---

Text
`,
      },
    ],
    [
      'Obsidian',
      OBSIDIAN,
      [
        'Daily/2023-01-02.md: imported as posts/2023/2023-01-02.md (essay, 1 tag)',
        'Garden plan.md: imported as posts/2023/garden-plan.md (essay, 1 tag); left: an image that is not there: bed.png',
        'Other.md: imported as posts/2023/other.md (essay, 0 tags)',
        'Templates/day.md: skipped: It is a template.',
        "Imported 3 posts from Obsidian. Committed as 'Import 3 posts from Obsidian'.",
      ],
      {
        // Converts links to notes that came along and keeps the words of the others.
        'posts/2023/2023-01-02.md': `---
title: "2023-01-02"
type: essay
date: 2023-01-02
tags: [walking]
---

Went out. #walking See [the plan](/post/garden-plan) and Nobody.
`,
        // Finds a note by its other names.
        'posts/2023/other.md':
          '---\ntitle: Other\ntype: essay\ndate: 2023-01-03\n---\n\nSee [Beds](/post/garden-plan).\n',
      },
    ],
    [
      'Ghost',
      GHOST_EXPORT,
      [
        'about: skipped: It is a page.',
        'for-members: imported as posts/2020/for-members.md (essay, draft, 0 tags); left: a draft, because not everybody could read it: members',
        'in-html: imported as posts/2020/in-html.md (essay, 0 tags)',
        'in-markdown: imported as posts/2020/in-markdown.md (essay, 1 tag); left: an image that is not there: /content/images/cover.png',
        'unfinished: imported as posts/2020/unfinished.md (essay, draft, 0 tags)',
        "Imported 4 posts from Ghost. Committed as 'Import 4 posts from Ghost'.",
      ],
      {
        // Converts HTML.
        'posts/2020/in-html.md': `---
title: In HTML
type: essay
date: 2020-05-01T12:00:00+02:00
aliases: [/in-html/]
---

## Head

A [link](https://example.org/) & *more*.

<https://video.example/1>
`,
        // Takes markdown as it was written.
        'posts/2020/in-markdown.md': `---
title: In markdown
type: essay
date: 2020-05-01T12:00:00+02:00
tags: [Writing]
featured: true
aliases: [/in-markdown/]
---

Written as *markdown*.
`,
      },
    ],
  ])(
    'of %s says of each file what became of it, and writes it so',
    async (_, sample, report, files) => {
      const site = contentRepository()
      const { isDone, lines } = await importing(sample, site.folder)
      const year = String(new Date().getFullYear())
      expect(lines.slice(-report.length)).toEqual(report.map((line) => line.replace('YYYY', year)))
      expect(isDone).toBe(true)
      for (const [path, text] of Object.entries(files)) expect(site.text(path)).toBe(text)
      expect(checkContent({ contentDir: site.folder, timeZone: null }).problems).toEqual([])
      expect(site.git('status', '--porcelain')).toBe('')
    },
  )
})

describe('an import', () => {
  it('is one commit of its files alone, whatever else is staged or changed', async () => {
    const site = contentRepository({ 'posts/a.md': 'A\n' })
    site.put('posts/a.md', 'being edited\n')
    site.put('posts/staged.md', 'staged\n')
    site.git('add', 'posts/staged.md')
    await importing(ASTRO, site.folder)
    expect(site.git('show', '--name-only', '--format=%s')).toBe(
      `Import 3 posts from Astro\n\nposts/2022/first-post.md\nposts/2022/groesse.md\nposts/${new Date().getFullYear()}/using-mdx.md\n`,
    )
    expect(site.git('status', '--porcelain')).toBe(' M posts/a.md\nA  posts/staged.md\n')
    // By which the record knows its posts as imported.
    expect(site.git('log', '-1', '--format=%(trailers:key=Imported-from)').trim()).toBe(
      'Imported-from: Astro',
    )
  })

  it('run again writes nothing and makes no commit', async () => {
    const site = contentRepository()
    await importing(HUGO, site.folder)
    const head = site.git('rev-parse', 'HEAD')
    const { lines } = await importing(HUGO, site.folder)
    expect(lines).toContain('content/posts/toml.md: skipped: here already: posts/2021/toml.md')
    expect(lines.at(-1)).toBe('Imported 0 posts from Hugo.')
    expect(site.git('rev-parse', 'HEAD')).toBe(head)
  })

  it('never writes over a post with the same id, in whatever folder it is', async () => {
    const site = contentRepository({ 'posts/old/first-post.md': 'Mine\n' })
    const { lines } = await importing(ASTRO, site.folder)
    expect(lines).toContain(
      'src/content/blog/first-post.md: skipped: here already: posts/old/first-post.md',
    )
    expect(site.text('posts/old/first-post.md')).toBe('Mine\n')
  })

  it('gives the second of two sources with one name another id', async () => {
    const site = contentRepository()
    const post = '---\ndate: 2020-01-01\n---\nText\n'
    await importing({ 'a/same.md': post, 'b/same.md': post }, site.folder)
    expect(site.text('posts/2020/same-2.md')).toBe(site.text('posts/2020/same.md'))
  })

  it('as a dry run writes nothing', async () => {
    const site = contentRepository()
    const { lines } = await importing(ASTRO, site.folder, true)
    expect(lines.at(-1)).toBe('Would import 3 posts from Astro.')
    expect(site.git('status', '--porcelain')).toBe('')
  })

  it('into a folder without a repository leaves the files there', async () => {
    const contentDir = join(makeFolder(), 'content')
    mkdirSync(contentDir)
    const { isDone, lines } = await importing(ASTRO, contentDir)
    expect(isDone).toBe(true)
    expect(lines.at(-1)).toContain('The content folder is in no git repository')
    expect(readFileSync(join(contentDir, 'posts/2022/first-post.md'), 'utf8')).toContain('Text\n')
  })

  it('that git does not let be committed says so', async () => {
    const site = contentRepository()
    site.put('.git/index.lock', '')
    const { isDone, lines } = await importing(ASTRO, site.folder)
    expect(isDone).toBe(false)
    const [why, how] = lines.at(-1)?.split('\n') ?? []
    expect(why).toContain('The files are there, but not committed: ')
    expect(how).toBe(
      "When you commit them, keep the trailer: git commit -m 'Import 3 posts from Astro' -m 'Imported-from: Astro'",
    )
  })
})
