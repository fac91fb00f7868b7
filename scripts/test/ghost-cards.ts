/** For tests: the texts of a Ghost export; paths of pictures that have to be there are added. */
import { html, markdown } from './written-text.ts'
import type { WrittenWords } from './written-words.ts'

/** Written in the editor's cards of markdown, which hold HTML too. */
export function markdownCards(pictures: string[], words: WrittenWords) {
  const [one, two] = [words.p(), words.p()]
  pictures.push(`content/images/${one}.png`, `content/images/${two}.png`)
  const text = `${markdown(words, `__GHOST_URL__/content/images/${one}.png`)}\n${html(words, `/content/images/${two}.png`)}`
  const children = [{ type: 'markdown', markdown: text }]
  return { lexical: JSON.stringify({ root: { children } }) }
}

/** Written in the editor's own cards, which an export has as HTML. */
export function ghostCards(pictures: string[], words: WrittenWords): string {
  const [one, two] = [words.p(), words.p()]
  pictures.push(`content/images/${one}.png`, `content/images/${two}.png`)
  return `<p>${words.w(40)} <em>${words.w()}</em> <a href="${words.a()}">${words.w(2)}</a></p>
<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/${one}.png" class="kg-image" alt="${words.w()}"><figcaption>${words.w(3)}</figcaption></figure>
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
