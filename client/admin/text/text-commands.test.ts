import { expect, it } from 'vitest'
import { type TextCommand, textEdit } from './text-commands.ts'

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
