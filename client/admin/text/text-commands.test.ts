import { expect, it } from 'vitest'
import { type Edit, enterEdit, pasteEdit, type TextCommand, textEdit } from './text-commands.ts'

/** The text after a command; `[` and `]` stand around the selection before and after. */
function after(command: TextCommand, marked: string): string {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const text = marked.replace(/[[\]]/g, '')
  const edit = textEdit(command, { text, start, end })
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  return `${result.slice(0, edit.start)}⟦${result.slice(edit.start, edit.end)}⟧${result.slice(edit.end)}`
}

it.each<[TextCommand, string, string]>([
  ['bold', 'a [word] b', 'a **⟦word⟧** b'],
  ['bold', 'a **[word]** b', 'a ⟦word⟧ b'],
  ['bold', '[]', '**⟦bold text⟧**'],
  ['bold', '[one\n\ntwo]', '⟦**one**\n\n**two**⟧'],
  ['bold', '[**one**\n\n**two**]', '⟦one\n\ntwo⟧'],
  ['italic', '[word]', '_⟦word⟧_'],
  ['code', '[word]', '`⟦word⟧`'],
  ['code', '[one\ntwo]', '```\n⟦one\ntwo⟧\n```\n'],
  ['link', 'see [this]', 'see [this](⟦https://⟧)'],
  ['link', '[https://a.example/]', '[⟦link text⟧](https://a.example/)'],
  ['heading', 'one\nt[w]o\nthree', 'one\n⟦## two⟧\nthree'],
  ['list', '[one\ntwo]', '⟦- one\n- two⟧'],
  ['list', '[- one\n- two]', '⟦one\ntwo⟧'],
  ['quote', '[one]', '⟦> one⟧'],
])('%s makes %j into %j', (command, before, expected) => {
  expect(after(command, before)).toBe(expected)
})

/** The text after an edit at `|`, where the caret is then at `|` again; null for no edit. */
function typed(marked: string, edit: (text: string, at: number) => Edit | null): string | null {
  const at = marked.indexOf('|')
  const text = marked.replace('|', '')
  const made = edit(text, at)
  if (made === null) return null
  const result = text.slice(0, made.from) + made.insert + text.slice(made.to)
  return `${result.slice(0, made.start)}|${result.slice(made.end)}`
}

it.each<[string, string, string | null]>([
  ['an item', '- one|', '- one\n- |'],
  ['an item in its middle', '* one| two', '* one\n* | two'],
  ['an item further in', '- a\n  - b|', '- a\n  - b\n  - |'],
  ['a number', '9. nine|', '9. nine\n10. |'],
  ['a number with a parenthesis', '1) one|', '1) one\n2) |'],
  ['a task', '- [x] done|', '- [x] done\n- [ ] |'],
  ['a quote', '> said|', '> said\n> |'],
  ['an item in a quote', '> - one|', '> - one\n> - |'],
  ['an empty item', '- one\n- |', '- one\n\n|'],
  ['an empty item below an empty line', '- one\n\n- |', '- one\n\n|'],
  ['an empty task', '- [ ] |', '|'],
  ['an empty quote', '> said\n> |\n\nMore', '> said\n\n|\n\nMore'],
  ['a paragraph', 'one|', null],
  ['the start of an item', '|- one', null],
  ['a rule', '---|', null],
  ['code', '```\n- one|', null],
  ['what follows code', '```\n- one\n```\n- two|', '```\n- one\n```\n- two\n- |'],
])('Enter in %s makes %j into %j', (_, before, expected) => {
  expect(typed(before, (text, at) => enterEdit({ text, start: at, end: at }))).toBe(expected)
})

it.each<[string, string, string, string | null]>([
  ['words', 'see [this] here', 'https://a.example/b', 'see [this](https://a.example/b)| here'],
  [
    'words with a blank',
    'see [this ]here',
    ' https://a.example\n',
    'see [this](https://a.example) |here',
  ],
  ['words, with parentheses', '[x]', 'https://a.example/(b)', '[x](<https://a.example/(b)>)|'],
  ['an address', '[https://]', 'https://a.example', null],
  ['nothing', 'a[] b', 'https://a.example', null],
  ['lines', '[a\nb]', 'https://a.example', null],
  ['words, that is none', '[this]', 'https://a.example and more', null],
])('an address pasted over %s: %j, %j', (_, marked, pasted, expected) => {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const bare = marked.replace(/[[\]]/g, '')
  const made = typed(`${bare.slice(0, start)}|${bare.slice(start)}`, (text) =>
    pasteEdit({ text, start, end }, pasted),
  )
  expect(made).toBe(expected)
})
