import { expect, it } from 'vitest'
import { renderMarkdown } from './markdown-pipeline.ts'
import { readingText } from './plain-text.ts'

const render = (markdown: string) => renderMarkdown({ markdown, idPrefix: '' }).html
const alert = (kind: string, title: string, text: string) =>
  `<blockquote class="markdown-alert markdown-alert-${kind}" role="note">\n` +
  `<p class="markdown-alert-title"><strong>${title}</strong></p>\n${text}\n</blockquote>`

const QUOTE = '<blockquote>\n<p>x</p>\n</blockquote>'

it.each<[string, string, string]>([
  ['a note', '> [!NOTE]\n> Some *text*', alert('note', 'Note', '<p>Some <em>text</em></p>')],
  ['a caution', '> [!CAUTION]\n> x', alert('caution', 'Caution', '<p>x</p>')],
  ['a marker in any case', '> [!Note]\n> x', alert('note', 'Note', '<p>x</p>')],
  ['text in the next paragraph', '> [!NOTE]\n>\n> x', alert('note', 'Note', '<p>x</p>')],
  ['emphasis below the marker', '> [!NOTE]\n> *x*', alert('note', 'Note', '<p><em>x</em></p>')],
  ['a quote inside', '> [!NOTE]\n> > x', alert('note', 'Note', QUOTE)],
])('an alert is %s', (_, markdown, html) => {
  expect(render(markdown)).toBe(html)
})

it.each<[string, string]>([
  ['without text', '> [!NOTE]'],
  ['with text beside the marker', '> [!NOTE] x\n> y'],
  ['with an escaped marker', '> \\[!NOTE]\n> y'],
  ['of another word', '> [!FUN]\n> y'],
  ['whose marker is not first', '> x\n> [!NOTE]'],
  ['in a list', '- > [!NOTE]\n  > y'],
  ['in a quote', '> > [!NOTE]\n> > y'],
  ['that is code', '>     [!NOTE]\n>     y'],
])('an alert is no quote %s', (_, markdown) => {
  expect(render(markdown)).not.toContain('alert')
})

it('an alert has its text among the words, without the marker', () => {
  expect(readingText('a\n\n> [!NOTE]\n> b *c*\n\n> d [!NOTE]')).toBe('a b c d [!NOTE]')
})
