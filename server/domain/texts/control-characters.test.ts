import { expect, it } from 'vitest'
import { cleanLine, cleanLines } from './control-characters.ts'

it.each<[string, string, string, string]>([
  ['text as it is', 'Été 👩‍👩‍👧 \u200eשלום', 'Été 👩‍👩‍👧 \u200eשלום', 'Été 👩‍👩‍👧 \u200eשלום'],
  ['separators of fields', 'a\x1e\x1fb', 'a b', 'a b'],
  ['NUL, escape, delete and C1', '\0a\x1b[2J\x7fb\x9bc', 'a [2J b c', 'a [2J b c'],
  ['lines and tabs', ' a\tb\r\nc\rd\n', 'a b c d', 'a\tb\nc\nd'],
  ['line breaks of other systems', 'a\u2028b\u2029c\x85d', 'a b c d', 'a\nb\nc\nd'],
  ['controls alone', '\x1e\x1f', '', ''],
])('keeps or cleans %s', (_, text, line, lines) => {
  expect(cleanLine(text)).toBe(line)
  expect(cleanLines(text)).toBe(lines)
})
