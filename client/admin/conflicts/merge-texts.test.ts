import { describe, expect, it } from 'vitest'
import { NEW_POST, postFaults } from '../posts/post-form.ts'
import { mergeForms, mergeTexts } from './merge-texts.ts'

describe('two texts of one', () => {
  it('become one when different lines changed', () => {
    expect(mergeTexts('A\n\nb', 'a\n\nb', 'a\n\nB')).toEqual({ text: 'A\n\nB', conflict: false })
  })

  it('are both there, with marks, when one line changed', () => {
    const { text, conflict } = mergeTexts('mine\n', 'base\n', 'theirs\n')
    expect(conflict).toBe(true)
    expect(text).toBe('<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> theirs\n')
    expect(postFaults({ ...NEW_POST, title: 'a', content: text })).toHaveProperty('content')
  })

  it('are compared with each other where git does not know what they came from', () => {
    expect(mergeTexts('a\nmine', null, 'a\ntheirs').text).toBe(
      'a\n<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> theirs',
    )
  })
})

describe('two forms of one', () => {
  const base = { ...NEW_POST, title: 'a', tags: ['x'] }

  it('have what each changed', () => {
    const merged = mergeForms({ ...base, title: 'b' }, base, { ...base, featured: true })
    expect(merged).toEqual({ fields: { ...base, title: 'b', featured: true }, clashes: [] })
  })

  it('keep mine where both changed one field, and name it', () => {
    const merged = mergeForms({ ...base, title: 'b' }, base, { ...base, title: 'c' })
    expect(merged).toEqual({ fields: { ...base, title: 'b' }, clashes: ['title'] })
  })

  it('clash wherever they differ when the version before is not known', () => {
    expect(mergeForms({ ...base, draft: true }, null, base).clashes).toEqual(['draft'])
  })
})
