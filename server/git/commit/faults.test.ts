import { expect, it } from 'vitest'
import { createMergeRules } from '../../content/formats/merge-files.ts'
import { RepositoryError } from '../../errors.ts'
import {
  type Fixture,
  faultsOf,
  locksIn,
  makeRepository,
  type OpenRepository,
  until,
} from '../../test/git-fixture.ts'
import { cloneOf, makeRemote } from '../../test/remote-fixture.ts'
import { times } from '../../test/times.ts'
import { RemoteBranch } from '../remote/remote-branch.ts'

/** Makes chosen steps fail, counted since they were chosen. */
function createFaults() {
  const faults = { steps: 0, fired: 0, code: 'EIO', fails: (_: number): boolean => false }
  return {
    inject() {
      faults.steps += 1
      if (!faults.fails(faults.steps)) return
      faults.fired += 1
      throw Object.assign(new Error(faults.code), { code: faults.code })
    },
    choose: (fails: (step: number) => boolean, code: string) =>
      void Object.assign(faults, { steps: 0, fired: 0, fails, code }),
    /** Nothing fails from now on. @returns how many steps did */
    end() {
      faults.fails = () => false
      return faults.fired
    },
  }
}

const failureOf = (made: Promise<unknown>): Promise<Error | null> =>
  made.then(
    () => null,
    (error) => error,
  )

const attempt = (repository: OpenRepository, text: string) =>
  failureOf(
    repository.write(async () => ({
      changes: [
        { path: 'posts/a.md', bytes: Buffer.from(text) },
        { path: `new-${text}/n.md`, bytes: Buffer.from(text) },
        { path: 'posts/old.md', bytes: text.length % 2 ? Buffer.from(text) : null },
      ],
      subject: 'Write',
      value: null,
    })),
  )

/** HEAD, index and files must agree, on the old text or on the new. */
function expectOldOrNew(author: Fixture, made: { old: string; new: string; error: Error | null }) {
  expect(author.git('status', '--porcelain')).toBe('')
  const text = author.git('show', 'HEAD:posts/a.md')
  expect(text).toBe(author.text('posts/a.md'))
  const { error } = made
  if (error === null) expect(text).toBe(made.new)
  else expect(error).toBeInstanceOf(RepositoryError)
  if (error instanceof RepositoryError && error.code !== 'outcome_unknown') {
    expect(text).toBe(made.old)
  }
}

// About a hundred writes each, with git looked at after every one.
const LIMIT = { timeout: 120_000 }

/** A full disk and a broken one, in turn. */
const codeFor = (n: number) => (n % 2 === 0 ? 'ENOSPC' : 'EIO')

it.each([
  ['once, everything agrees on the old text or the new', 'once', times(3, 1), times(10, 30)],
  ['and all after it, the next write finds a sound repository', 'on', times(11, 3), 4],
  ['and all until its server ends, so does the next start', 'to the end', times(25, 9), 1],
])('where a step fails %s', LIMIT, async (_, howLong, stride, refusals) => {
  const author = makeRepository({ 'posts/a.md': 'start', 'posts/old.md': 'start' })
  let refused = 0
  for (let n = 1; ; n += stride) {
    const old = author.git('show', 'HEAD:posts/a.md')
    const next = 'x'.repeat(n)
    const faults = createFaults()
    const repository = await author.open({ faults: faults.inject, lockWaitMs: 300 })
    faults.choose((step) => (howLong === 'once' ? step === n : step >= n), codeFor(n))
    const error = await attempt(repository, next)
    if (error !== null) refused += 1
    if (howLong === 'to the end') await repository.close()
    const fired = faults.end()
    if (howLong === 'on') await repository.save('posts/b.md', next)
    if (howLong === 'once') {
      const code = codeFor(n) === 'ENOSPC' ? 'storage_full' : 'read_only'
      if (error !== null) expect(error).toMatchObject({ code })
      expectOldOrNew(author, { old, new: next, error })
    }
    await repository.close()
    if (howLong === 'to the end') await (await author.open()).close()
    expectOldOrNew(author, { old, new: next, error })
    expect(locksIn(author)).toEqual([])
    if (fired === 0) break
  }
  expect(refused).toBeGreaterThan(refusals)
  expect(faultsOf(author)).toBe('')
})

/** Steps that only read: the series of saves has them. */
const LOOKS = new Set(['read', 'kind', 'identity', 'access'])

/** A fault of one step on one path, or of one git command, that does not go away. */
function createPermanentFault() {
  const steps = new Map<string, number>()
  let failing: string | null = null
  return {
    inject(step: string, _: string, path: string) {
      const name = `${step} ${path.replace(/\bnew-\w{6}|\b[\da-f]{2}\/[\da-f]{38}$/g, 'X')}`
      steps.set(name, (steps.get(name) ?? 0) + 1)
      if (name === failing) throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    },
    names() {
      const names = [...steps.keys()]
      steps.clear()
      return names
    },
    choose(name: string | null) {
      failing = name
    },
  }
}

it('a fault that stays holds up no other save, no author and no start', LIMIT, async () => {
  const fault = createPermanentFault()
  const save = (repository: OpenRepository, text: string) =>
    failureOf(repository.save('posts/2024/a.md', text))
  const author = makeRepository({ 'posts/2024/a.md': 'start', 'posts/b.md': 'start' })
  const first = await author.open({ faults: fault.inject, lockWaitMs: 300 })
  await save(first, 'first')
  fault.names()
  await save(first, 'second')
  const names = fault.names().filter((name) => !LOOKS.has(name.split(' ', 1).join()))
  await first.close()
  const ofFile = names.filter((name) => / .*posts\/2024/.test(name))
  expect(ofFile.length).toBeGreaterThan(3)
  for (const name of [`access ${author.folder}/posts/2024`, ...ofFile]) {
    const old = author.git('show', 'HEAD:posts/2024/a.md')
    const repository = await author.open({ faults: fault.inject, lockWaitMs: 300 })
    fault.choose(name)
    const error = await save(repository, name)
    if (error !== null) expect(error, name).toBeInstanceOf(RepositoryError)
    const isMade = author.git('show', 'HEAD:posts/2024/a.md') !== old
    if (!isMade) expect(error, name).not.toBeNull()
    // A recovery gives up after some tries.
    const saveAnother = () => failureOf(repository.save('posts/b.md', `${name} ${Math.random()}`))
    await until(async () => (await saveAnother()) === null)
    expect(locksIn(author), name).toEqual([])
    const left = author.git('status', '--porcelain')
    await until(() => repository.state().message.includes('posts/2024/a.md') === (left !== ''))
    if (left !== '') author.git('checkout', '--', 'posts/2024/a.md')
    author.git('commit', '-q', '--allow-empty', '-m', 'By hand')
    fault.choose(null)
    await repository.close()
    const next = await author.open()
    await next.save('posts/2024/a.md', `${name} again`)
    await next.close()
    expect(faultsOf(author), name).toBe('')
  }
})

it('a merge leaves branch, index and files on the old state or the new one, whichever step fails', async () => {
  const remote = makeRemote({ 'posts/a.md': 'A\n', 'posts/old.md': 'old\n' })
  const [author, site] = [cloneOf(remote), cloneOf(remote)]
  const faults = createFaults()
  const inject = (name: string) => LOOKS.has(name) || faults.inject()
  const repository = await site.open({ faults: inject })
  const branch = new RemoteBranch(repository, 'origin')
  const rules = createMergeRules(repository.contentPath)
  let theirs = ''
  let isOver = false
  for (let step = 1; !isOver; step += times(7, 1)) {
    if (theirs === '' || site.git('rev-list', '-1', theirs, '--not', 'HEAD') === '') {
      const changes = { 'posts/a.md': `A ${step}\n`, [`posts/new-${step}/n.md`]: 'new\n' }
      theirs = author.commitFiles(changes)
      author.git('push', '-q')
      site.git('fetch', '-q')
      site.commitFiles({ [`posts/own-${step}.md`]: 'own\n' })
    }
    faults.choose((at) => at === step, 'EIO')
    const outcome = await branch.integrate(theirs, rules).catch((error: Error) => error)
    isOver = faults.end() === 0
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
