import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown-pipeline.ts'

const render = (markdown: string) => renderMarkdown(markdown, 'p-').html
const notShown = (markdown: string) => renderMarkdown(markdown, 'p-').notShown ?? []
const LAZY = ' loading="lazy" decoding="async"'

describe('the sanitiser’s table', () => {
  it.each([
    ['b i s strike ins del small tt var samp kbd sub sup mark cite dfn q span bdo', 'x'],
    ['div dl dt dd details figure h1 h2 h3 h4 h5 h6 blockquote pre ul ol li p', 'x'],
  ])('lets %s in', (names, words) => {
    for (const name of names.split(' ')) {
      // The page's own heading is its only h1.
      const shown = name === 'h1' ? 'h2' : name
      expect(render(`<${name}>${words}</${name}>`), name).toMatch(
        new RegExp(`<${shown}\\b.*${words}`),
      )
    }
  })

  it.each<[string, string, string]>([
    [
      'figures',
      '<figure><figcaption>a</figcaption></figure>',
      '<figure><figcaption>a</figcaption></figure>',
    ],
    [
      'a summary',
      '<details open><summary>a</summary>b</details>',
      '<details open><summary>a</summary>b</details>',
    ],
    ['abbreviations', '<abbr title="A B">a</abbr>', '<p><abbr title="A B">a</abbr></p>'],
    ['their old name', '<acronym title="A B">a</acronym>', '<p><abbr title="A B">a</abbr></p>'],
    ['readings', '<ruby>a<rp>(</rp><rt>b</rt></ruby>', '<p><ruby>a<rp>(</rp><rt>b</rt></ruby></p>'],
    ['times', '<time datetime="2026">a</time>', '<p><time datetime="2026">a</time></p>'],
    ['directions', '<div dir="rtl" lang="ar">a</div>', '<div dir="rtl" lang="ar">a</div>'],
    ['alignment', '<p align="right">a</p>', '<p align="right">a</p>'],
    [
      'images as those of markdown',
      '<img alt="a" height="2" src="/b.png" width="1" title="c">',
      `<img src="/b.png" alt="a" height="2" width="1" title="c"${LAZY}>`,
    ],
    [
      'pictures',
      '<picture><source srcset="a.webp 1x, https://b.org/c.webp 2x" media="(width > 9px)" type="image/webp"><img src="d.png"></picture>',
      `<p><picture><source srcset="a.webp 1x, https://b.org/c.webp 2x" media="(width &#x3E; 9px)" type="image/webp"><img src="d.png"${LAZY}></picture></p>`,
    ],
    [
      'videos, with their controls',
      '<video src="/a.mp4" poster="b.png" width="9" height="8" preload="none" loop muted playsinline><source src="c.webm"></video>',
      '<p><video src="/a.mp4" poster="b.png" width="9" height="8" preload="none" loop muted playsinline controls><source src="c.webm"></video></p>',
    ],
    [
      'sounds, with their controls',
      '<audio src="a.mp3"></audio>',
      '<p><audio src="a.mp3" controls></audio></p>',
    ],
    [
      'tables',
      '<table><caption>a</caption><tr><th scope="col" colspan="2">b</th></tr><tfoot><tr><td rowspan="2">c</td></tr></tfoot></table>',
      '<table><caption>a</caption><tbody><tr><th scope="col" colspan="2">b</th></tr></tbody><tfoot><tr><td rowspan="2">c</td></tr></tfoot></table>',
    ],
    [
      'lists from a number',
      '<ol start="3" reversed type="a"><li value="4">a</li></ol>',
      '<ol start="3" reversed type="a"><li value="4">a</li></ol>',
    ],
    [
      'languages of code',
      '<pre><code class="language-none-such x">a</code></pre>',
      '<pre tabindex="0"><code class="hljs language-none-such">a</code></pre>',
    ],
    ['anchors of old', '<a name="a">b</a> [c](#a)', '<a id="p-a">b</a> <a href="#p-a">c</a>'],
    [
      'markdown between tags',
      '<details>\n<summary>a</summary>\n\n*b*\n\n</details>',
      '<summary>a</summary>\n<p><em>b</em></p>\n</details>',
    ],
  ])('lets %s in', (_, markdown, html) => {
    expect(render(markdown)).toContain(html)
    expect(notShown(markdown)).toEqual([])
  })

  it.each<[string, string, string]>([
    [
      'classes, styles and events',
      '<div class="a" style="b" onclick="c" data-d="e" tabindex="1">f</div>',
      '<div>f</div>',
    ],
    [
      'playing by itself',
      '<video autoplay src="a"></video>',
      '<p><video src="a" controls></video></p>',
    ],
    [
      'another form of an image',
      '<img src="a" srcset="b 2x" onerror="c" usemap="#d">',
      `<img src="a"${LAZY}>`,
    ],
    [
      'windows and pings',
      '<a href="/a" target="_top" ping="b" download>c</a>',
      '<a href="/a">c</a>',
    ],
    ['a figure’s caption without a figure', '<p><figcaption>a</figcaption>', 'a'],
    [
      'names that markdown has no use for, without their words',
      '<center>a</center><article>b</article><font size="7">c</font> <u>d</u>',
      '<div align="center">a</div><div>b</div>c d',
    ],
    ['comments', 'a<!-- b -->c', '<p>ac</p>'],
  ])('leaves %s out', (_, markdown, html) => {
    expect(render(markdown)).toContain(html)
    expect(notShown(markdown)).toEqual([])
  })

  it('keeps the height of a stored image that is as wide as its author says', () => {
    const src = '/media/2026/b-1600x1067-0123456789ab.webp'
    expect(render(`<img src="${src}" width="300">`)).toContain('width="300" height="200"')
    expect(render(`<img src="${src}" width="50%">`)).not.toContain('height')
    expect(render(`<img src="${src}">`)).toContain('width="1600" height="1067"')
  })

  it('moves headings of HTML like those of markdown', () => {
    const html = render('# a\n\n<h2>b</h2>\n\n<h1>c</h1>')
    expect([...html.matchAll(/<(h\d) /g)].map(([, name]) => name)).toEqual(['h2', 'h3', 'h2'])
  })
})

describe('what is not shown', () => {
  it.each<[string, string, number, RegExp]>([
    ['a script', 'a\n\n<script>\nb\n</script>', 3, /^A script is left out\.$/],
    ['a style sheet', '<style>a</style>', 1, /^A style sheet/],
    [
      'a frame',
      'a\n\n- b\n\n  <iframe src="https://x.org/y"></iframe>',
      5,
      /^A frame of another page \(https:\/\/x\.org\/y\) is/,
    ],
    [
      'a form and its fields',
      '<form>a <input name="b"></form>',
      1,
      /^A form is left out; its words/,
    ],
    ['a field', 'a\nb <input type="text">', 2, /^A field of a form/],
    ['a drawing', 'a\n\n<svg>\n<path d="b"/>\n</svg>', 3, /^A drawing in SVG/],
    ['a formula', '> <math><mi>a</mi></math>', 1, /^A formula in MathML/],
    ['a player of Flash', '<object data="a.swf"></object>', 1, /^An embedded object \(a\.swf\)/],
    ['a title', 'a\n\nthe <title> tag', 3, /^<title> is left out with its words; write \\<title>/],
    ['what no browser shows', '<noembed>a</noembed>', 1, /^<noembed> is left out with its words/],
    ['a list of suggestions', 'a <datalist><option>b</datalist>', 1, /^<datalist> is left out/],
    [
      'a poster over http',
      '<video src="a" poster="http://x.org/a.png">',
      1,
      /^The poster http:.*https/,
    ],
    ['subtitles', '<video src="a"><track src="b"></video>', 1, /^The subtitles/],
    ['a comment that never ends', 'a\n\n<!-- b\n\nc', 3, /never closed/],
    [
      'a word that looks like HTML',
      'a\n\ngit checkout <branch>',
      3,
      /^<branch> is no HTML .* write \\<branch>/,
    ],
    [
      'an image from within its address',
      'a ![b](data:image/png;base64,AA)',
      1,
      /^The image data:image/,
    ],
    ['an image without an address', 'a\n\n<img alt="b">', 3, /^An image without an address/],
    ['an image over http', '<img src="http://x.org/a.png">', 1, /https alone/],
    ['a link of another scheme', 'a\n\n[b](tel:123)', 3, /^The address tel:123/],
    ['a link of another scheme, by reference', '[a][b]\n\n[b]: tel:123', 1, /^The address tel:123/],
  ])('names %s', (_, markdown, line, reason) => {
    const [first] = notShown(markdown)
    expect(first?.line).toBe(line)
    expect(first?.reason).toMatch(reason)
  })

  it('says nothing of comments, of code and of plain links', () => {
    const text =
      '<!-- a -->\n\n`<script>` [a](http://x.org) <https://x.org> [b](mailto:c@d.org) a < b\n\n    <form>\n'
    expect(notShown(text)).toEqual([])
  })

  it('lists a hundred sentences at most, each once a line', () => {
    expect(notShown('<form></form> <form></form>')).toHaveLength(1)
    expect(notShown('<form></form>\n\n'.repeat(500))).toHaveLength(100)
  })
})

describe('HTML made to be deep', () => {
  it('is shown where it is deep alone', () => {
    const html = render(`${'<div>'.repeat(200)}a${'</div>'.repeat(200)}`)
    expect(html.match(/<div>/g)).toHaveLength(200)
  })

  it('is refused with a RangeError where it is deeper than the stack', () => {
    expect(() => render('<b>'.repeat(6_000))).toThrow(RangeError)
  })
})
