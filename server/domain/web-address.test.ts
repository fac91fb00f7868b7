import { expect, it } from 'vitest'
import { isTypedWebAddress, isWebAddress } from './web-address.ts'

it.each<[string, string, boolean, boolean]>([
  ['https', 'https://example.org/a?b#c', true, true],
  ['capitals', 'HTTP://EXAMPLE.ORG', true, true],
  ['a blank in the path, as files have it', 'https://example.org/a b', true, false],
  ['a backslash', 'https://example.org\\a', true, false],
  ['another scheme', 'javascript:alert(1)', false, false],
  ['no scheme', 'example.org', false, false],
  ['no host', 'https://', false, false],
  ['2,048 characters', `https://a/${'b'.repeat(2038)}`, true, true],
  ['2,049 characters', `https://a/${'b'.repeat(2039)}`, false, false],
])('tells whether %s is an address in a file, and typed', (_, text, inFile, typed) => {
  expect([isWebAddress(text), isTypedWebAddress(text)]).toEqual([inFile, typed])
})
