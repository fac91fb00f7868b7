import { expect, it } from 'vitest'
import { convertLinks, leftInText, outsideCode, siteAddresses } from './linked-text.ts'

const idOf = (name: string) => (/^note/i.test(name) ? 'note' : null)

it.each<[string, string, string]>([
  ['a note', '[[Note]] ![[Note|b]]', '[Note](/post/note) [b](/post/note)'],
  ['a heading of a note', '[[Note#A#B]]', '[Note > A > B](/post/note)'],
  ['a heading of the same note', '[[#A b]] [[#A|c]]', 'A b c'],
  ['what is nowhere', '[[Gone#A]] [[Gone|b]] ![[Gone#A]]', 'Gone > A b ![[Gone#A]]'],
  [
    'a note in a table',
    '| [[Note\\|a]] | [[Note#B\\|c]] |',
    '| [a](/post/note) | [c](/post/note) |',
  ],
])('a link to %s keeps its words', (_, text, converted) => {
  expect(convertLinks(text, idOf)).toBe(converted)
})

it.each<[string, string]>([
  ['[a]({{ site.url }}{{ site.baseurl }}/b/)', '[a](/blog/b/)'],
  ['[a]({{site.baseurl}}{% post_url 2020-01-02-note %})', '[a]({% post_url 2020-01-02-note %})'],
  ['<a href="{{ "/b/" | relative_url }}">', '<a href="/blog/b/">'],
  ["[a]({{ '/b/' | url }})", '[a](/blog/b/)'],
  ['{{ "/b" | prepend: site.baseurl | prepend: site.url }}', '/blog/b'],
  [
    '{{ "/b" | prepend: "c" }} {{ "/b" | upcase }}',
    '{{ "/b" | prepend: "c" }} {{ "/b" | upcase }}',
  ],
  [
    '{{ site.url }} {{ "b" | upcase }} `{{ site.url }}/a`',
    '{{ site.url }} {{ "b" | upcase }} `{{ site.url }}/a`',
  ],
])('the address in %s is that of the site', (text, converted) => {
  expect(siteAddresses(text, '/blog')).toBe(converted)
})

it('names a picture with blanks in its address as a whole', () => {
  expect(leftInText('![a](<b c.png> "d") ![[e f.png\\|100]]', () => false)).toEqual([
    'an image that is not there: b c.png',
    'an image that is not there: e f.png',
  ])
})

it('begins a fence at the beginning of a line alone, and takes no hours for a text of beginnings', () => {
  expect(convertLinks('a `b` ```\n[[Note]]\n```\n', idOf)).toContain('[Note](/post/note)')
  const parts: string[] = []
  outsideCode('a `b`~~~\n[[c]]', (part) => {
    parts.push(part)
    return part
  })
  expect(parts).toEqual(['a ', '~~~\n[[c]]'])
  const began = performance.now()
  for (const text of ['![', '[[', '`', '{% ', '![a](']) leftInText(text.repeat(50_000), () => false)
  expect(performance.now() - began).toBeLessThan(5_000)
})
