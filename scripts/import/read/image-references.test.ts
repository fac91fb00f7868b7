import { describe, expect, it } from 'vitest'
import { convertImages, otherFiles } from './image-references.ts'

const convert = (text: string) => convertImages(text, (reference) => `/media/${reference}`)

describe('a picture', () => {
  it.each<[string, string, string]>([
    ['in markdown', '![a](b.png)', '![a](/media/b.png)'],
    ['with a title', '![a](b.png "t (1)")', '![a](/media/b.png "t (1)")'],
    ['with spaces', '![a](<b c.png>)', '![a](/media/b c.png)'],
    ['with encoded spaces', '![a](b%20c.png)', '![a](/media/b c.png)'],
    ['with brackets in its name', '![a](b_(1).png)', '![a](/media/b_(1).png)'],
    ['with a query', '![a](b.png?w=300#x)', '![a](/media/b.png)'],
    ['behind a link to a larger one', '[![a](s.png)](l.png)', '[![a](/media/s.png)](/media/l.png)'],
    [
      'behind a link of HTML',
      '<a href="l.png"><img src="s.png"></a>',
      '<a href="/media/l.png"><img src="/media/s.png"></a>',
    ],
    ['by reference', '![a][b]\n\n[b]: c.png "t"', '![a][b]\n\n[b]: /media/c.png "t"'],
    [
      'in HTML',
      '<img alt="A [b]" src=\'c.png\' width=3>',
      '<img alt="A [b]" src="/media/c.png" width=3>',
    ],
    [
      'in sizes of HTML',
      '<picture><source srcset="b.webp 1x, c.webp 2x, https://x.example/d.png"><img src=e.png SRCSET=\'f.png\'></picture>',
      '<picture><source srcset="/media/b.webp 1x, /media/c.webp 2x, https://x.example/d.png"><img src="/media/e.png" SRCSET="/media/f.png"></picture>',
    ],
    [
      'that is loaded late',
      '<img src="data:image/gif;base64,AA" data-src="a.png" data-srcset="b.png 1x, c.png 2x"> <img data-original="d.png" data-lazy-src="e.png">',
      '<img src="data:image/gif;base64,AA" data-src="/media/a.png" data-srcset="/media/b.png 1x, /media/c.png 2x"> <img data-original="/media/d.png" data-lazy-src="/media/e.png">',
    ],
    [
      'before a video',
      '<video src="v.mp4" poster="p.png"><source src="w.webm"></video>',
      '<video src="v.mp4" poster="/media/p.png"><source src="w.webm"></video>',
    ],
    [
      'in Obsidian',
      '![[b c.png|300]] ![[d.png|words]] ![[e.png\\|100]] ![[f.png#x]]',
      '![](/media/b c.png) ![words](/media/d.png) ![](/media/e.png) ![](/media/f.png)',
    ],
    ['in Hugo', '{{< figure src="b.png" alt="a" >}}', '![a](/media/b.png)'],
    [
      'in Hugo with the words below it',
      '{{< figure src="b.png" title="t" caption="c [d](/e)" link="/f" attr="g" attrlink="/h" >}}',
      '[![](/media/b.png)](/f)\\\n**t**\\\nc [d](/e)\\\n[g](/h)',
    ],
    [
      'in Jekyll',
      '![a]({{ "/b.png" | relative_url }}) ![c]({{ site.baseurl }}/d.png)',
      '![a](/media//b.png) ![c](/media//d.png)',
    ],
  ])('%s', (_, text, converted) => {
    expect(convert(text)).toBe(converted)
  })

  it.each([
    ['of another site', '![a](https://example.org/b.png) ![c](//example.org/d.png)'],
    ['in the address itself', '![a](data:image/png;base64,AAAA)'],
    ['in code', '`![a](b.png)`\n\n```\n![a](b.png)\n```'],
    ['that is none', '[a](b.pdf) ![[note]] <img alt="x"> {{< figure >}}'],
  ])('%s stays', (_, text) => {
    expect(convert(text)).toBe(text)
  })

  it('that has no new address stays', () => {
    const text = '![a](b.png "t") ![[c.png]] <img src="d.png">'
    expect(convertImages(text, () => null)).toBe(text)
  })
})

it('videos and sounds of the site itself are named', () => {
  const text =
    '<video src="v.mp4?x"><source src=w.webm></video> <audio src=\'https://example.org/a.mp3\'></audio> `<audio src="b.mp3">`'
  expect(otherFiles(text)).toEqual(
    ['v.mp4?x', 'w.webm'].map((file) => `a video or sound that is not copied: ${file}`),
  )
})

it.each([
  ['![]('],
  ['<source srcset="a '],
  ['<video src='],
  ['![](<'],
  ['<img '],
  ['![['],
  ['{{< figure '],
  ['[a]: '],
  ['](((('],
  ['{{'],
])('a long text of %j is read in one pass', (part) => {
  const text = part.repeat(100_000 / part.length)
  // One that goes back for each part takes longer than a test may.
  expect(convert(text)).toBe(text)
})

it('documents that a text links to are found, pages and those of other sites are not', () => {
  const text =
    '[a](/b.pdf "c") [d](<e f.zip>) <a class=x href=g.epub> [h](https://x.org/i.pdf) [j](/k/) `[l](m.pdf)`'
  expect(otherFiles(text)).toEqual(
    ['/b.pdf', 'e f.zip', 'g.epub'].map((file) => `a file that is not copied: ${file}`),
  )
})
