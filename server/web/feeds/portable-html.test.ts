import { describe, expect, it } from 'vitest'
import { portableHtml } from './portable-html.ts'

describe('html for elsewhere', () => {
  it.each<[string, string, string]>([
    ['addresses of the site', '<a href="/b">c</a>', '<a href="https://gap.example/b">c</a>'],
    [
      'relative ones',
      '<img src="b.png" alt="">',
      '<img src="https://gap.example/post/b.png" alt="">',
    ],
    [
      'what plays and the forms of an image',
      '<video poster="/p.png"><source src="b.mp4"></video><source srcset="/c.png 1x, d.png 2x">',
      '<video poster="https://gap.example/p.png"><source src="https://gap.example/post/b.mp4"></video><source srcset="https://gap.example/c.png 1x, https://gap.example/post/d.png 2x">',
    ],
    ['anchors', '<a href="#p-a-x">c</a>', '<a href="https://gap.example/post/a#p-a-x">c</a>'],
    [
      'absolute ones',
      '<a href="https://x.org/?a=1&#x26;b">c</a>',
      '<a href="https://x.org/?a=1&amp;b">c</a>',
    ],
    ['quotes in addresses', '<a href="/?&#x22;">c</a>', '<a href="https://gap.example/?%22">c</a>'],
    [
      'text that looks like one',
      '<p>a href="/b" &#x3C;a href="/c"></p>',
      '<p>a href="/b" &#x3C;a href="/c"></p>',
    ],
    [
      'titles that look like one',
      '<a href="/b" title="x > href=y">c</a>',
      '<a href="https://gap.example/b" title="x > href=y">c</a>',
    ],
    [
      'marks of headings',
      '<h2 id="a">b<a class="heading-anchor" aria-hidden="true" href="#a"></a></h2>',
      '<h2 id="a">b</h2>',
    ],
  ])('has %s as they are there', (_, html, portable) => {
    expect(portableHtml(html, 'https://gap.example/post/a')).toBe(portable)
  })
})
