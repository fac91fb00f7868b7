import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadYaml } from './load-yaml.ts'
import { readPlainMap } from './read-plain-map.ts'

describe('plain front matter', () => {
  it('is read without the parser', () => {
    const yaml = [
      '# a comment',
      'title: Shipping in public, and what it costs',
      'date: 2026-11-20T09:30:00+01:00',
      'tags: [Writing, Fitness & Health]',
      "quoted: 'a: b'",
      'double: "c # d"',
      'empty:',
      'nothing: null',
      '',
    ].join('\n')
    expect(readPlainMap(yaml)).toEqual({
      title: 'Shipping in public, and what it costs',
      date: '2026-11-20T09:30:00+01:00',
      tags: ['Writing', 'Fitness & Health'],
      quoted: 'a: b',
      double: 'c # d',
      empty: null,
      nothing: null,
    })
  })

  it.each([
    'a: b\na: c\n',
    'a: b # comment\n',
    'a: b: c\n',
    'a:\n  - b\n',
    'a: b\n  c\n',
    'a: |\n  b\n',
    'a: "b\\n"\n',
    "a: 'b''c'\n",
    'a: &x b\n',
    'a: *x\n',
    'a: [b, [c]]\n',
    'a: {b: c}\n',
    'a: - b\n',
    '- a\n',
    'text\n',
    '__proto__: x\n',
    'a:b\n',
    'a: b\u0085c\n',
    'a:\tb\n',
  ])('is not %j, which is left to the parser', (yaml) => {
    expect(readPlainMap(yaml)).toBeNull()
  })

  it('has the values that the parser gives it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...['a', 'title', 'tags', ': ', ':', ' ', '  ', '\n', '#', ' #', '"', "'", '[', ']', ', '],
        ...[
          '{',
          '}',
          '- ',
          '-',
          '?',
          '? ',
          '&',
          '*',
          '!',
          '|',
          '>',
          '%',
          '@',
          '`',
          '~',
          'null',
          'NULL',
        ],
        ...[
          '\\',
          '\t',
          '---',
          '...',
          '<<',
          '=',
          '1e3',
          '0x1',
          'true',
          'é',
          '日',
          '😀',
          '\u2028',
          '\u00a0',
        ],
      ),
      fc.string({ maxLength: 3 }),
      fc.string({ maxLength: 2, unit: 'binary' }),
    )
    const noise = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    const line = fc
      .tuple(fc.constantFrom('title', 'tags', 'a', 'b-c', 'x'), noise, fc.constantFrom('[', ''))
      .map(([key, value, open]) => `${key}: ${open}${value}${open === '' ? '' : ']'}\n`)
    const text = fc.oneof(
      noise,
      fc.array(line, { maxLength: 3 }).map((lines) => lines.join('')),
    )
    let read = 0
    fc.assert(
      fc.property(text, (yaml) => {
        const plain = readPlainMap(yaml)
        if (plain === null) return
        read += 1
        expect(loadYaml(yaml)).toEqual({ value: Object.keys(plain).length === 0 ? null : plain })
      }),
      { numRuns: 5000 },
    )
    expect(read).toBeGreaterThan(100)
  })
})
