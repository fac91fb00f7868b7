/** For tests: a small site of each kind, with what is usual in them and what gets in the way. */
const ghostPost = (fields: object) => ({
  type: 'post',
  status: 'published',
  visibility: 'public',
  featured: 0,
  html: '<p>Text</p>',
  published_at: '2020-05-01T10:00:00.000Z',
  ...fields,
})

const GHOST = {
  db: [
    {
      meta: { version: '5.80.0' },
      data: {
        posts: [
          ghostPost({
            id: '1',
            slug: 'in-markdown',
            title: 'In markdown',
            featured: 1,
            html: '<p>Written as <em>markdown</em>.</p>',
            feature_image: '__GHOST_URL__/content/images/cover.png',
          }),
          ghostPost({
            id: '2',
            slug: 'in-html',
            title: 'In HTML',
            html: '<h2>Head</h2><p>A <a href="https://example.org/">link</a> &amp; <em>more</em>.</p><iframe src="https://video.example/1"></iframe>',
          }),
          ghostPost({ id: '3', slug: 'for-members', title: 'For members', visibility: 'members' }),
          ghostPost({ id: '4', slug: 'unfinished', title: 'Unfinished', status: 'draft' }),
          ghostPost({ id: '5', slug: 'about', title: 'About', type: 'page' }),
        ],
        tags: [
          { id: 't', name: 'Writing' },
          { id: 'u', name: '#internal' },
        ],
        posts_tags: [
          { post_id: '1', tag_id: 't', sort_order: 0 },
          { post_id: '1', tag_id: 'u', sort_order: 1 },
        ],
      },
    },
  ],
}

/** Files by path. */
export type SampleSite = Readonly<Record<string, string>>

export const JEKYLL: SampleSite = {
  '_config.yml': 'title: Old blog\n',
  '_posts/2020-01-02-hello-world.md': `---
layout: post
title: "Hello: world"
date: 2020-01-02 10:30:00 +0200
tags: ruby web
category: Notes
permalink: /old/hello.html
---
Hello. See [the next]({% post_url 2020-02-03-next %}) and ![a picture](/img/a.png).

{% highlight ruby %}
puts "[[no link]]"
{% endhighlight %}
`,
  '_posts/2020-02-03-next.markdown':
    '---\ntitle: Next\npublished: false\n---\nText {% include x.html %}\n',
  '_posts/2020-03-04-broken.md': '---\ntitle: [broken\n---\nText\n',
  '_drafts/someday.md': '---\ntitle: Someday\n---\nText\n',
  'about.md': '---\ntitle: About\n---\nMe\n',
  'README.md': 'Read me\n',
}

export const HUGO: SampleSite = {
  'hugo.toml': 'title = "Old"\n',
  'content/_index.md': '---\ntitle: Home\n---\n',
  'content/about.md': '---\ntitle: About\n---\n',
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
  'content/posts/bundle/notes.md': 'A part\n',
  'content/posts/slug.md':
    '---\ntitle: Slug\ndate: 2021-05-07T08:00:00Z\nslug: another-name\n---\nText\n',
}

export const ELEVENTY: SampleSite = {
  'eleventy.config.js': '',
  'index.md': '# Home\n',
  'blog/2022-01-02-first.md': '---\ntitle: First\ntags: [post, css]\nlayout: base.njk\n---\nText\n',
  'blog/hidden.md': '---\ntitle: Hidden\ndate: 2022-02-03\npermalink: false\n---\nText\n',
  'blog/template.md':
    '---\ntitle: Template\ndate: 2022-02-04\npermalink: "/{{ page.fileSlug }}/"\n---\nText\n',
  'node_modules/x/readme.md': 'no\n',
}

export const ASTRO: SampleSite = {
  'astro.config.mjs': '',
  'src/content/blog/first-post.md':
    "---\ntitle: 'First post'\ndescription: 'Lorem ipsum'\npubDate: 'Jul 08 2022'\nupdatedDate: 'Jul 10 2022'\nheroImage: '/hero.jpg'\n---\nText\n",
  'src/content/blog/using-mdx.mdx': '---\ntitle: MDX\n---\n<X />\n',
  'src/content/blog/Größe/index.md': '---\ntitle: Größe\npubDate: 2022-07-15\n---\n# Größe\n',
  'src/pages/blog/[...slug].astro': '',
  'src/pages/about.md': '# About\n',
}

export const OBSIDIAN: SampleSite = {
  '.obsidian/app.json': '{}',
  'Daily/2023-01-02.md': 'Went out. #walking See [[Garden plan|the plan]] and [[Nobody]].\n',
  'Garden plan.md':
    '---\ntags: [garden]\naliases: [Beds]\ncreated: 2023-01-01\n---\nBack to [[2023-01-02]]. `[[code]]`\n\n![[bed.png]]\n',
  'Other.md': '---\ncreated: 2023-01-03\n---\nSee [[Beds]].\n',
  'Templates/day.md': '---\ntitle: <% tp.title %>\n---\n',
}

export const GHOST_EXPORT: SampleSite = { 'my-site.ghost.2024-01-01.json': JSON.stringify(GHOST) }
