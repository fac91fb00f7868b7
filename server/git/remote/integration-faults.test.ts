import { expect, it } from 'vitest'
import { createMergeRules } from '../../content/formats/merge-files.ts'
import { faultsOf } from '../../test/git-fixture.ts'
import { cloneOf, makeRemote } from '../../test/remote-fixture.ts'

it('leaves branch, index and files on the old state or the new one, whichever step of a merge fails', async () => {
  const remote = makeRemote({ 'posts/a.md': 'A\n', 'posts/old.md': 'old\n' })
  const [author, site] = [cloneOf(remote), cloneOf(remote)]
  let steps = 0
  let failing = 0
  const faults = () => {
    steps += 1
    if (steps === failing) throw Object.assign(new Error('EIO'), { code: 'EIO' })
  }
  const repository = await site.open({ faults })
  const rules = createMergeRules(repository.contentPath)
  let theirs = ''
  let isOver = false
  for (let step = 1; !isOver; step += 1) {
    if (theirs === '' || site.git('rev-list', '-1', theirs, '--not', 'HEAD') === '') {
      author.put('posts/a.md', `A ${step}\n`)
      author.put(`posts/new-${step}/n.md`, 'new\n')
      author.git('add', '-A')
      author.git('commit', '-qm', `Author ${step}`)
      author.git('push', '-q')
      site.git('fetch', '-q')
      theirs = site.git('rev-parse', 'origin/main').trim()
      site.put(`posts/own-${step}.md`, 'own\n')
      site.git('add', '-A')
      site.git('commit', '-qm', `Site ${step}`)
    }
    steps = 0
    failing = step
    const outcome = await repository.integrate(theirs, rules).catch((error: Error) => error)
    failing = 0
    isOver = steps < step
    // What a fault cut short after the point of commitment is completed by the next write.
    await repository.write(async () => ({ changes: [], subject: '', value: null }))
    expect(site.git('status', '--porcelain')).toBe('')
    const exists = site.git('rev-list', '-1', theirs, '--not', 'HEAD') === ''
    if (!(outcome instanceof Error)) expect(exists).toBe(true)
    const wanted = exists ? author.text('posts/a.md') : site.git('show', 'HEAD:posts/a.md')
    expect(site.text('posts/a.md')).toBe(wanted)
  }
  expect(faultsOf(site)).toBe('')
}, 120_000)
