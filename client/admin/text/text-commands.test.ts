import { expect, it } from 'vitest'
import { insertEdit } from './images.ts'
import { type Edit, keyEdit, pasteEdit, type TextCommand, textEdit } from './text-commands.ts'

/** The text after an edit; `[` and `]` (or `|`, a caret) stand around the selection before. */
function after(marked: string, editOf: (of: Parameters<typeof textEdit>[1]) => Edit | null) {
  const start = marked.search(/[⟦|]/)
  const isCaret = marked[start] === '|'
  const end = isCaret ? start : marked.indexOf('⟧') - 1
  const text = marked.replace(/[⟦⟧|]/g, '')
  const edit = editOf({ text, start, end })
  if (edit === null) return null
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const [before, chosen] = [result.slice(0, edit.start), result.slice(edit.start, edit.end)]
  return `${before}${edit.start === edit.end ? '|' : `⟦${chosen}⟧`}${result.slice(edit.end)}`
}

it.each<[TextCommand, string, string]>([
  ['bold', 'a ⟦word⟧ b', 'a **⟦word⟧** b'],
  ['bold', 'a **⟦word⟧** b', 'a ⟦word⟧ b'],
  ['bold', '|', '**⟦bold text⟧**'],
  ['bold', '⟦one\n\ntwo⟧', '⟦**one**\n\n**two**⟧'],
  ['italic', '⟦word⟧', '_⟦word⟧_'],
  ['code', '⟦word⟧', '`⟦word⟧`'],
  ['code', '⟦one\ntwo⟧', '```\n⟦one\ntwo⟧\n```\n'],
  ['link', 'see ⟦this⟧', 'see [this](⟦https://⟧)'],
  ['link', '⟦https://a.example/⟧', '[⟦link text⟧](https://a.example/)'],
  ['heading', 'one\nt⟦w⟧o\nthree', 'one\n⟦## two⟧\nthree'],
  ['list', '⟦one\ntwo⟧', '⟦- one\n- two⟧'],
  ['list', '⟦- one\n- two⟧', '⟦one\ntwo⟧'],
  ['quote', '⟦one⟧', '⟦> one⟧'],
])('%s makes %j into %j', (command, before, expected) => {
  expect(after(before, (selection) => textEdit(command, selection))).toBe(expected)
})

it.each([
  ['Enter', '- one|', '- one\n- |'],
  ['Enter', '- one| two', '- one\n- | two'],
  ['Enter', '  9. one|', '  9. one\n  10. |'],
  ['Enter', '* [x] done|', '* [x] done\n* [ ] |'],
  ['Enter', '> said|', '> said\n> |'],
  ['Enter', '> - said|', '> - said\n> - |'],
  ['Enter', '- one\n- |', '- one\n\n|'],
  ['Enter', '- one\n- [ ] |', '- one\n\n|'],
  ['Enter', '> said\n> |', '> said\n\n|'],
  ['Enter', 'plain|', null],
  ['Enter', '|- one', null],
  ['Enter', '```\n- one|', null],
  ['Enter', '-5 degrees|', null],
  ['Tab', '- one\n- two|', '- one\n  - two|'],
  ['Tab', '1. one\n2. two|', '1. one\n   2. two|'],
  ['Tab', '- one\n⟦- two\n- three⟧', '- one\n  ⟦- two\n  - three⟧'],
  // It can go no deeper, so Tab moves the focus: no way leads into a trap.
  ['Tab', '- one\n  - two|', null],
  ['Tab', '- one|', null],
  ['Tab', 'plain|', null],
  ['Shift+Tab', '- one\n  - two|', '- one\n- two|'],
  ['Shift+Tab', '- one|', null],
  ['Enter', '![a cat|](/media/x.webp)', '![a cat](/media/x.webp)\n\n|'],
  ['Tab', '![|](/media/x.webp)\n\nMore', '![](/media/x.webp)\n\n|More'],
  ['Enter', 'See ![|](/media/x.webp) here', 'See ![](/media/x.webp)| here'],
])('%s in %j makes %j', (key, before, expected) => {
  expect(after(before, (selection) => keyEdit(key, selection))).toBe(expected)
})

it.each([
  ['https://git-scm.com/', 'read ⟦Pro Git⟧ now', 'read [Pro Git](https://git-scm.com/)| now'],
  ['https://git-scm.com/book', 'read |now', null],
  ['https://b.example/', '⟦https://a.example/⟧', null],
  ['two words', '⟦Pro Git⟧', null],
  ['https://a.example/', '```\n⟦Pro Git⟧', null],
])('pasted, %j in %j makes %j', (pasted, before, expected) => {
  expect(after(before, (selection) => pasteEdit(pasted, selection))).toBe(expected)
})

it.each([
  ['|', '![](x)\n\n|'],
  ['one| two', 'one![](x)| two'],
  ['one|', 'one\n\n![](x)\n\n|'],
  ['one\n|\ntwo', 'one\n\n![](x)\n\n|two'],
])('an image in %j makes it %j', (before, expected) => {
  expect(after(before, ({ text, start }) => insertEdit(text, start, '![](x)'))).toBe(expected)
})
