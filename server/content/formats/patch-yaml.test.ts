import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadYaml, type YamlMap } from './load-yaml.ts'
import { formatValue, patchYamlMap } from './patch-yaml.ts'

const read = (yaml: string) => (loadYaml(yaml) ?? {}) as YamlMap

const LIST = "tags: # mine\n  # none but these\n  - A   # first\n  - 'B'\n"

describe('patching a map', () => {
  const text = [
    '# top',
    'title:   Old   # the title',
    "quoted: 'it''s'",
    'tags: # mine',
    '  # none but these',
    '  - A   # first',
    "  - 'B'",
    'body: |',
    '  one',
    '',
    'id: 0123',
    'empty:',
    'nested:',
    '  x: 0x1F',
    '# end',
    '',
  ].join('\n')

  it.each<[string, Parameters<typeof patchYamlMap>[1], [string, string][]]>([
    ['a text', { title: 'New' }, [['title:   Old   #', 'title: New #']]],
    ['an empty value', { empty: 'x' }, [['empty:', 'empty: x']]],
    ['a block', { body: 'flat' }, [['body: |\n  one\n', 'body: "flat"\n']]],
    ['a block to nothing', { body: undefined }, [['body: |\n  one\n', '']]],
    [
      'a list by one item',
      { tags: ['A', 'C'] },
      [[LIST, 'tags:\n  # mine\n  # none but these\n  - A # first\n  - C\n']],
    ],
    [
      'a list to its end',
      { tags: ["B's", 'A'] },
      [[LIST, "tags:\n  # mine\n  # none but these\n  - B's\n  - A # first\n"]],
    ],
    ['a list to an empty one', { tags: [] }, [[LIST, 'tags: []\n']]],
    ['a text to a flag', { title: true }, [['title:   Old   #', 'title: true #']]],
    ['a map to a text', { nested: 'x' }, [['nested:\n  x: 0x1F', 'nested: x']]],
    ['a new key', { draft: true }, [['# end\n', '# end\ndraft: true\n']]],
  ])('changes %s', (_, changes, replacements) => {
    const expected = replacements.reduce((all, [old, now]) => all.replace(old, now), text)
    expect(patchYamlMap(text, changes)).toBe(expected)
  })

  it.each([
    ['text', { title: 'Old' }],
    ['list', { tags: ['A', 'B'] }],
    ['missing key', { draft: undefined }],
    ['empty key', { empty: undefined }],
    ['number as written', { id: '0123' }],
  ])('changes nothing when the %s is the same', (_, changes) => {
    expect(patchYamlMap(text, changes)).toBe(text)
  })

  it.each([
    ['', 'a: x\n'],
    ['# only a comment', '# only a comment\na: x\n'],
    ['b: y', 'b: y\na: x\n'],
    ['b: |+\n  y\n\n\n', 'b: |+\n  y\n\n\na: x\n'],
  ])('adds a key to %j', (yaml, expected) => {
    expect(patchYamlMap(yaml, { a: 'x' })).toBe(expected)
  })

  it.each([
    ['{a: b, c: [d]}\n', { a: 'x', e: 'y' }, { a: 'x', c: ['d'], e: 'y' }],
    ['{a: b, c: d}\n', { a: undefined }, { c: 'd' }],
    ['  b: y\n', { a: 'x' }, { a: 'x', b: 'y' }],
    ['---\nb: y\n...\n', { a: 'x' }, { a: 'x', b: 'y' }],
    ['a: !!str 12\nb: 1e3\n', { a: ['x'] }, { a: ['x'], b: '1e3' }],
    ['? a\n: b\n? c\n: d\n', { a: 'x' }, { a: 'x', c: 'd' }],
    ['a: &anchor b\nc: d\n', { a: undefined }, { c: 'd' }],
  ])('keeps the values of %j, whatever its form', (yaml, changes, expected) => {
    expect(read(patchYamlMap(yaml, changes))).toEqual(expected)
  })
})

describe('a value', () => {
  it('is read by every reader as the text it was', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.mixedCase(fc.constantFrom('true', 'no', 'null', '0x1f', '0o7', '1e3', '.inf', '<<', '=')),
      fc.stringMatching(/^[-0-9.:+eETZ ,_]{0,12}$/),
      fc.stringMatching(/^[-?:,[\]{}#&*!|>'"%@` a~]{0,8}$/),
    )
    fc.assert(
      fc.property(text, (wanted) => {
        const yaml = `a: ${formatValue(wanted)}\nb: ${formatValue([wanted, 'x'])}\n`
        const expected = { a: wanted, b: [wanted, 'x'] }
        expect(read(yaml)).toEqual(expected)
        for (const version of ['1.1', '1.2'] as const) {
          expect(parse(yaml, { version, logLevel: 'silent' })).toEqual(expected)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
