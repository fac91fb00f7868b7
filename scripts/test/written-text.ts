/** For tests: texts as authors write them, each word, picture and link in it a mark of its own. */
import type { WrittenWords } from './written-words.ts'

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
