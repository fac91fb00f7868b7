import { expect, it } from 'vitest'
import { withStateOf } from './merge-files.ts'
import { bytesOfText, textOfBytes } from './text-bytes.ts'

it.each<[string, string, string, string]>([
  ['plain newlines', 'a\nb\n', 'a\nc\n', 'a\nc\n'],
  ['CRLF', 'a\r\nb\r\n', 'a\nb\nc\n', 'a\r\nb\r\nc\r\n'],
  ['a byte order mark', '\ufeffa\n', 'b\n', '\ufeffb\n'],
  ['the first of mixed newlines', 'a\r\nb\nc\n', 'a\nb\nd\n', 'a\r\nb\r\nd\r\n'],
  ['no newline at the end', 'a', 'b', 'b'],
])('keeps %s', (_, old, text, saved) => {
  expect(bytesOfText(text, Buffer.from(old)).toString()).toBe(saved)
})

it('shows text as it is typed, and nothing that is no text', () => {
  expect(textOfBytes(Buffer.from('\ufeffa\r\nb\rc'))).toBe('a\nb\nc')
  expect(textOfBytes(Buffer.from([0x41, 0xff]))).toBeNull()
})

const copy = (more: string) => `---\ntitle: A # mine\n${more}---\n\nText\n`

it.each<[string, string | null, string, string]>([
  ['live', '---\ntitle: B\n---\nOther\n', 'draft: true\n', ''],
  ['a draft', '---\ndraft: True\n---\nOther\n', 'draft: true\n', 'draft: true\n'],
  ['text alone', 'Other\n', 'draft: true\n', ''],
  ['gone', null, 'draft: true\n', 'draft: true\n'],
  ['unreadable', '---\ntitle: "\n---\n', 'draft: true\n', 'draft: true\n'],
  ['hidden by a flag', '---\ndraft: {a: b}\n---\n', 'draft: true\n', 'draft: true\n'],
  ['hidden by its spelling', '---\nDraft: true\n---\n', 'draft: true\n', 'draft: true\n'],
])('gives a copy the state of a post that is %s', (_, site, before, after) => {
  expect(withStateOf(copy(before), site)).toBe(copy(after))
})
