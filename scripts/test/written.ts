/** For tests: texts as authors write them, each word, picture and link in it a mark that is there once. */

/** A mark, with the letter of its kind: a word, a picture, or what is in an address. */
export const MARK = /[a-z]+\d([wpl])(?:\d+|one|two)x/g

/**
 * The text of a post with marks: words for each W, names of pictures for each P, what is in an address
 * for each L, addresses for each A; W3 are three words. ONE and TWO are pictures that the site has.
 * @param post letters and a digit that no other post has
 */
export function withMarks(text: string, post: string): string {
  let marks = 0
  const mark = (kind: string): string => {
    if (kind === 'A') return `https://links.example/${mark('L')}`
    marks += 1
    // Its last letter tells the end: no mark is the beginning of another.
    return `${post}${kind.toLowerCase()}${marks}x`
  }
  return text
    .replace(/\b(ONE|TWO)\b/g, (name) => `${post}p${name.toLowerCase()}x`)
    .replace(/\b([WPLA])(\d*)\b/g, (_, kind: string, count: string) =>
      Array.from({ length: Number(count || 1) }, () => mark(kind)).join(' '),
    )
}

/** What every author of markdown writes. */
export const markdown = (picture: string) => `W40 *W* [W2](A) \`W\`

## W3

- W5
- [ ] W3 <A>

> W10

| W | W |
| --- | --- |
| W | [W](A) | W |

![W2](${picture})
![W](https://pictures.example/P.png)
![W](/gone/P.png)

W4[^1]

\`\`\`js
W = "W"
\`\`\`

[^1]: W4 A
`

/** What many of them write in HTML. */
export const html = (
  picture: string,
) => `<div class="note" style="color: red"><p>W6 <b>W</b> H<sub>W</sub></p>
<a href="A" target="_blank" onclick="x()">W2</a></div>

<figure class="wide">
  <img src="${picture}" alt="" width="300">
  <figcaption>W4</figcaption>
</figure>

<img src="data:image/gif;base64,AA" data-src="https://pictures.example/P.png" alt="W">

<details><summary>W2</summary>W5</details>

<acronym title="W">W</acronym>

<center><font color="red">W3</font></center>

W2 <kbd>W</kbd> <mark>W</mark> <span style="x">W</span>

<table><caption>W</caption><tr><td>W</td></tr></table>

<iframe src="https://www.youtube.com/embed/L" title="The video"></iframe>

<iframe src="https://maps.example/L"></iframe>

<form><label>W</label> <button>W</button></form>

<script>var nobodyReads = 1</script>
`

/** Written in the cards of Ghost's editor, which an export has as HTML. */
export const GHOST_CARDS = `<p>W40 <em>W</em> <a href="A">W2</a></p>
<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/size/w600/ONE.png" class="kg-image" alt="W"><figcaption>W3</figcaption></figure>
<figure class="kg-card kg-gallery-card"><div class="kg-gallery-row"><img src="__GHOST_URL__/content/images/TWO.png"><img src="https://pictures.example/P.png"></div></figure>
<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="A"><div class="kg-bookmark-content"><div class="kg-bookmark-title">W3</div><div class="kg-bookmark-description">W5</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://pictures.example/P.png"><span class="kg-bookmark-author">W</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://pictures.example/P.png"></div></a></figure>
<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/L" title="W"></iframe><figcaption>W2</figcaption></figure>
<p><img data-src="https://pictures.example/P.png"></p>
<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">W4</div></div>
<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4>W2</h4><button><svg><path d="M1"/></svg></button></div><div class="kg-toggle-content"><p>W4</p></div></div>
<div class="kg-card kg-button-card"><a href="A" class="kg-btn">W2</a></div>
<div class="kg-card kg-file-card"><a href="A"><div class="kg-file-card-title">W2</div><div class="kg-file-card-metadata">W</div></a></div>
<div class="kg-card kg-audio-card"><div class="kg-audio-title">W</div><audio src="A"></audio></div>
<!--kg-card-begin: html--><table><caption>W</caption><tr><th>W</th></tr><tr><td>W2 <sub>W</sub></td></tr></table>
<form><label>W</label><button>W</button></form><details><summary>W</summary>W3</details>
<center><font>W2</font></center><script>var nobodyReads = 1</script><!--kg-card-end: html-->
<pre><code>W2</code></pre><blockquote>W3</blockquote><ul><li>W2</li></ul>`
