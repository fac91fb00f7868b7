import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RepositoryError } from '../../errors.ts'
import { silentLog } from '../../log.ts'
import { type Fixture, faultsOf, makeRepository, putting } from '../../test/git-fixture.ts'
import type { Repository, WriteResult } from '../repository.ts'

/** The file system's own error, as node throws it. */
const systemError = (code: string) => Object.assign(new Error(code), { code })

/** Makes chosen steps of writes fail and counts them. */
function createFaults() {
  let steps = 0
  let fails: (step: number) => boolean = () => false
  let code = 'EIO'
  let fired = 0
  return {
    inject() {
      steps += 1
      if (!fails(steps)) return
      fired += 1
      throw systemError(code)
    },
    /** @returns how many steps failed while `work` ran */
    async during(options: { when: (step: number) => boolean; code: string }, work: () => unknown) {
      steps = 0
      fired = 0
      fails = options.when
      code = options.code
      await work()
      fails = () => false
      return fired
    },
  }
}

type Attempt = { result: WriteResult<unknown> } | { error: unknown }

async function attempt(repository: Repository, text: string): Promise<Attempt> {
  try {
    return {
      result: await repository.write(async () => ({
        changes: [
          { path: 'posts/a.md', bytes: Buffer.from(text) },
          { path: `new-${text}/n.md`, bytes: Buffer.from(text) },
          { path: 'posts/old.md', bytes: text.length % 2 ? Buffer.from(text) : null },
        ],
        subject: 'Write',
        value: null,
      })),
    }
  } catch (error) {
    return { error }
  }
}

/** HEAD, index and files must agree, on the old text or on the new. */
function expectOldOrNew(author: Fixture, options: { old: string; new: string; outcome: Attempt }) {
  expect(author.git('status', '--porcelain')).toBe('')
  const text = author.git('show', 'HEAD:posts/a.md')
  expect(text).toBe(author.text('posts/a.md'))
  if ('result' in options.outcome) {
    expect(text).toBe(options.new)
    return text
  }
  const { error } = options.outcome
  expect(error).toBeInstanceOf(RepositoryError)
  if (error instanceof RepositoryError && error.code !== 'outcome_unknown') {
    expect(text).toBe(options.old)
  }
  return text
}

// About a hundred writes each, with git looked at after every one.
const TIME_LIMIT_MS = 120_000

/** A full disk and a broken one, in turn. */
const codeFor = (n: number) => (n % 2 === 0 ? 'ENOSPC' : 'EIO')

describe('when the n-th step of a write fails', () => {
  it(
    'once, everything agrees on the old or the new',
    async () => {
      const faults = createFaults()
      const author = makeRepository({ 'posts/a.md': 'start', 'posts/old.md': 'start' })
      const repository = await author.open({ faults: faults.inject, lockWaitMs: 300 })
      let text = 'start'
      let refused = 0
      for (let n = 1; ; n += 1) {
        const next = 'x'.repeat(n)
        let outcome: Attempt | undefined
        const fired = await faults.during(
          { when: (step) => step === n, code: codeFor(n) },
          async () => {
            outcome = await attempt(repository, next)
          },
        )
        if (!outcome) throw new Error('the write was not tried')
        text = expectOldOrNew(author, { old: text, new: next, outcome })
        if ('error' in outcome) {
          refused += 1
          const code = codeFor(n) === 'ENOSPC' ? 'storage_full' : 'read_only'
          expect(outcome.error).toMatchObject({ code })
        }
        if (fired === 0) break
      }
      expect(refused).toBeGreaterThan(30)
      expect(faultsOf(author)).toBe('')
    },
    TIME_LIMIT_MS,
  )

  it.each([
    ['and all after it, the next write', { isClosed: false, stride: 3 }],
    ['and all until the server has ended, the next start', { isClosed: true, stride: 9 }],
  ])(
    '%s finds a sound repository',
    async (_, { isClosed, stride }) => {
      const author = makeRepository({ 'posts/a.md': 'start', 'posts/old.md': 'start' })
      for (let n = 1; ; n += stride) {
        const old = author.git('show', 'HEAD:posts/a.md')
        const next = 'x'.repeat(n)
        const faults = createFaults()
        const repository = await author.open({ faults: faults.inject, lockWaitMs: 300 })
        let outcome: Attempt | undefined
        const when = (step: number) => step >= n
        const fired = await faults.during({ when, code: codeFor(n) }, async () => {
          outcome = await attempt(repository, next)
          if (isClosed) await repository.close()
        })
        if (!isClosed) await repository.write(putting('posts/b.md', next))
        await repository.close()
        if (isClosed) await (await author.open()).close()
        if (!outcome) throw new Error('the write was not tried')
        expectOldOrNew(author, { old, new: next, outcome })
        expect(locksIn(author)).toEqual([])
        if (fired === 0) break
      }
      expect(faultsOf(author)).toBe('')
    },
    TIME_LIMIT_MS,
  )
})

/** Every lock in the repository's own folder. */
function locksIn(author: Fixture): string[] {
  const names = readdirSync(join(author.folder, '.git'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.lock'))
}

it('the log has the reason of a refused write', async () => {
  const faults = createFaults()
  const reasons: unknown[] = []
  const log = {
    ...silentLog,
    warn: ({ err }: { err?: Error }) => void reasons.push(err?.cause ?? err),
  }
  const author = makeRepository()
  const repository = await author.open({ faults: faults.inject, log })
  for (const first of [10, 20, 30, 40]) {
    await faults.during({ when: (step) => step > first, code: 'EIO' }, () =>
      expect(repository.write(putting('posts/b.md', `${first}\n`))).rejects.toThrow('the log'),
    )
    expect(reasons.at(-1)).toMatchObject({ code: 'EIO' })
  }
})
