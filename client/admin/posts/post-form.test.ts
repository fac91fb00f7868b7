import { describe, expect, it } from 'vitest'
import type { PostType } from '#domain/post.ts'
import { postOf } from '../../test/fixtures.ts'
import {
  createBody,
  fieldsOf,
  isSameForm,
  NEW_POST,
  type PostFields,
  postFaults,
  toggledTag,
  updateBody,
  withTag,
} from './post-form.ts'

const ZONE = 'Europe/Berlin'
const FILLED: PostFields = { ...NEW_POST, title: 'Loaf', content: 'Flour.' }

describe('a form', () => {
  it.each<[PostType, string]>([
    ['essay', 'essay'],
    ['link', 'link'],
    ['short', 'short'],
    ['reading', 'short'],
    ['project', 'short'],
  ])('shows a post of type %s as %s', (type, shown) => {
    expect(fieldsOf(postOf({ type }), ZONE).type).toBe(shown)
  })

  it('has the date on the clock of the site', () => {
    const post = postOf({ created_at: '2026-11-20T23:30:00-05:00' })
    expect(fieldsOf(post, ZONE).date).toBe('2026-11-21T05:30')
  })

  it.each([
    ['made from the text', 'Flour and water…', ''],
    ['written by hand', 'How I bake', 'How I bake'],
  ])('has a description %s', (_, description, shown) => {
    const post = postOf({ preview: 'Flour and water, salt and time', description })
    expect(fieldsOf(post, ZONE).description).toBe(shown)
  })

  it.each<[string, Partial<PostFields>, string[]]>([
    ['a title and a text', {}, []],
    ['blanks for a title', { title: '  ' }, ['title']],
    ['blanks for a text', { content: ' \n' }, ['content']],
    ['a link without an address', { type: 'link' }, ['url']],
    ['a link with half an address', { type: 'link', url: 'example.org' }, ['url']],
    ['a link', { type: 'link', url: ' https://example.org/ ' }, []],
    ['an address that no link needs', { url: 'nonsense' }, []],
    ['a text with marks of a merge', { content: 'a\n<<<<<<< mine\nb' }, ['content']],
  ])('with %s has these faults', (_, part, faults) => {
    expect(Object.keys(postFaults({ ...FILLED, ...part }))).toEqual(faults)
  })
})

describe('what is sent', () => {
  it('of a new post is trimmed, without what is not there', () => {
    expect(createBody({ ...FILLED, title: ' Loaf ', content: '\n\n Flour. \n', url: 'x' })).toEqual(
      {
        type: 'short',
        title: 'Loaf',
        content: 'Flour.',
        image_url: '',
        featured: false,
        tags: [],
      },
    )
  })

  it('keeps an indent that makes code of the first line', () => {
    expect(createBody({ ...FILLED, content: '\n    code\n' })).toMatchObject({
      content: '    code',
    })
  })

  it('of a link has its address', () => {
    expect(createBody({ ...FILLED, type: 'link', url: ' https://a.example ' })).toMatchObject({
      type: 'link',
      url: 'https://a.example',
    })
  })

  it('of a change names the version, and a type only once it was touched', () => {
    const more = { start: FILLED, typeTouched: false, revision: 'abc' }
    const body = updateBody({ ...FILLED, draft: true }, more)
    expect(body).toEqual({
      title: 'Loaf',
      content: 'Flour.',
      image_url: '',
      featured: false,
      tags: [],
      draft: true,
      revision: 'abc',
    })
    expect(updateBody(FILLED, { ...more, typeTouched: true })).toMatchObject({ type: 'short' })
  })

  it('is the same for forms that differ in blanks', () => {
    expect(isSameForm(FILLED, { ...FILLED, title: 'Loaf ', content: 'Flour.\n' })).toBe(true)
    expect(isSameForm(FILLED, { ...FILLED, tags: ['Bread'] })).toBe(false)
  })
})

describe('tags', () => {
  it.each<[string, string, string[]]>([
    ['a new one', ' Bread ', ['Writing', 'Bread']],
    ['blanks', '  ', ['Writing']],
    ['one that is there in another case', 'writing', ['Writing']],
  ])('with %s added', (_, name, tags) => {
    expect(withTag(['Writing'], name)).toEqual(tags)
  })

  it('are toggled in any case', () => {
    expect(toggledTag(['Writing'], 'WRITING')).toEqual([])
    expect(toggledTag([], 'Writing')).toEqual(['Writing'])
  })
})
