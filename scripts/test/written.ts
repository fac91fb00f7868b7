/** For tests: texts as authors write them, each word, picture and link in it a mark that is there once. */

/** What one post says, in marks that stand nowhere else. */
export class WrittenWords {
  readonly words: string[] = []
  readonly pictures: string[] = []
  readonly links: string[] = []
  readonly #post: string

  /** @param post letters and digits that no other post has */
  constructor(post: string) {
    this.#post = post
  }

  /** So many words of a sentence. */
  w = (count = 1) => Array.from({ length: count }, () => this.#next(this.words, 'w')).join(' ')

  /** The name of a picture, without its ending. */
  p = () => this.#next(this.pictures, 'p')

  /** An address of another site. */
  a = () => `https://links.example/${this.l()}`

  /** What is in an address, of a player for example. */
  l = () => this.#next(this.links, 'l')

  #next(marks: string[], kind: string): string {
    // Its last letter tells the end: no mark is the beginning of another.
    const mark = `${this.#post}${kind}${marks.length + 1}x`
    marks.push(mark)
    return mark
  }
}

/** What every author of markdown writes. */
export function markdown(words: WrittenWords, picture: string): string {
  return `${words.w(40)} *${words.w()}* [${words.w(2)}](${words.a()}) \`${words.w()}\`

## ${words.w(3)}

- ${words.w(5)}
- [ ] ${words.w(3)} <${words.a()}>

> ${words.w(10)}

| ${words.w()} | ${words.w()} |
| --- | --- |
| ${words.w()} | [${words.w()}](${words.a()}) | ${words.w()} |

![${words.w(2)}](${picture})
![${words.w()}](https://pictures.example/${words.p()}.png)
![${words.w()}](/gone/${words.p()}.png)

${words.w(4)}[^1]

\`\`\`js
${words.w()} = "${words.w()}"
\`\`\`

[^1]: ${words.w(4)} ${words.a()}
`
}

/** What many of them write in HTML. */
export function html(words: WrittenWords, picture: string): string {
  return `<div class="note" style="color: red"><p>${words.w(6)} <b>${words.w()}</b> H<sub>${words.w()}</sub></p>
<a href="${words.a()}" target="_blank" onclick="x()">${words.w(2)}</a></div>

<figure class="wide">
  <img src="${picture}" alt="" width="300">
  <figcaption>${words.w(4)}</figcaption>
</figure>

<img src="data:image/gif;base64,AA" data-src="https://pictures.example/${words.p()}.png" alt="${words.w()}">

<details><summary>${words.w(2)}</summary>${words.w(5)}</details>

<acronym title="${words.w()}">${words.w()}</acronym>

<center><font color="red">${words.w(3)}</font></center>

${words.w(2)} <kbd>${words.w()}</kbd> <mark>${words.w()}</mark> <span style="x">${words.w()}</span>

<table><caption>${words.w()}</caption><tr><td>${words.w()}</td></tr></table>

<iframe src="https://www.youtube.com/embed/${words.l()}" title="A video"></iframe>

<iframe src="https://maps.example/${words.l()}"></iframe>

<form><label>${words.w()}</label> <button>${words.w()}</button></form>

<script>var nobodyReads = 1</script>
`
}

/** Written in the cards of Ghost's editor, which an export has as HTML. */
export function ghostCards(pictures: string[], words: WrittenWords): string {
  const [one, two] = [words.p(), words.p()]
  pictures.push(`content/images/${one}.png`, `content/images/${two}.png`)
  return `<p>${words.w(40)} <em>${words.w()}</em> <a href="${words.a()}">${words.w(2)}</a></p>
<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/size/w600/${one}.png" class="kg-image" alt="${words.w()}"><figcaption>${words.w(3)}</figcaption></figure>
<figure class="kg-card kg-gallery-card"><div class="kg-gallery-row"><img src="__GHOST_URL__/content/images/${two}.png"><img src="https://pictures.example/${words.p()}.png"></div></figure>
<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="${words.a()}"><div class="kg-bookmark-content"><div class="kg-bookmark-title">${words.w(3)}</div><div class="kg-bookmark-description">${words.w(5)}</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://pictures.example/${words.p()}.png"><span class="kg-bookmark-author">${words.w()}</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://pictures.example/${words.p()}.png"></div></a></figure>
<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/${words.l()}" title="${words.w()}"></iframe><figcaption>${words.w(2)}</figcaption></figure>
<p><img data-src="https://pictures.example/${words.p()}.png"></p>
<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">${words.w(4)}</div></div>
<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4>${words.w(2)}</h4><button><svg><path d="M1"/></svg></button></div><div class="kg-toggle-content"><p>${words.w(4)}</p></div></div>
<div class="kg-card kg-button-card"><a href="${words.a()}" class="kg-btn">${words.w(2)}</a></div>
<div class="kg-card kg-file-card"><a href="${words.a()}"><div class="kg-file-card-title">${words.w(2)}</div><div class="kg-file-card-metadata">${words.w()}</div></a></div>
<div class="kg-card kg-audio-card"><div class="kg-audio-title">${words.w()}</div><audio src="${words.a()}"></audio></div>
<!--kg-card-begin: html--><table><caption>${words.w()}</caption><tr><th>${words.w()}</th></tr><tr><td>${words.w(2)} <sub>${words.w()}</sub></td></tr></table>
<form><label>${words.w()}</label><button>${words.w()}</button></form><details><summary>${words.w()}</summary>${words.w(3)}</details>
<center><font>${words.w(2)}</font></center><script>var nobodyReads = 1</script><!--kg-card-end: html-->
<pre><code>${words.w(2)}</code></pre><blockquote>${words.w(3)}</blockquote><ul><li>${words.w(2)}</li></ul>`
}
