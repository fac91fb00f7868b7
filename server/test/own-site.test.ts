/** The whole server over starter content: making it one's own is one commit, offered until then. */
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { OwnSite } from '#domain/answers/admin-answers.ts'
import { atEnd } from './at-end.ts'
import { faultsOf, fixtureIn, makeFolder } from './git-fixture.ts'
import { serve } from './live-server.ts'

const STARTER = resolve(import.meta.dirname, '../../content')

/** A server over a copy of the starter, as a clone of the program has it, or over a new folder. */
async function startSite(isCopied: boolean) {
  const site = fixtureIn(join(makeFolder(), 'content'))
  if (isCopied) cpSync(STARTER, site.folder, { recursive: true })
  const server = await serve(site, { stateDir: join(makeFolder(), 'state') })
  atEnd(() => server.app.close())
  return server
}

const WORDS = {
  name: 'Ada Lovelace',
  title: 'Notes on the engine',
  brand: 'Notes',
  description: 'What it may do.',
  language: 'en-GB',
  time_zone: 'Europe/London',
}

it.each([
  ['a folder that the server filled', false],
  ['the starter of a clone', true],
])('%s is offered, and made one’s own by one commit', async (_, isCopied) => {
  const server = await startSite(isCopied)
  const before = await server.call<OwnSite>('GET', '/own-site')
  expect(before.data).toMatchObject({ is_starter: true, name: 'The author', language: 'en' })
  const body = { ...WORDS, clear_starter: true }
  const { status, data, meta } = await server.call<OwnSite>('POST', '/own-site', body)
  expect([status, data]).toEqual([200, { ...WORDS, is_starter: false, is_in_program: false }])
  expect(server.git('rev-parse', 'HEAD').trim()).toBe(meta.commit)
  const changed = server.git('show', '--format=%s', '--name-status', 'HEAD').trim().split('\n')
  expect(changed.slice(0, 4)).toEqual([
    'Set up the site',
    '',
    'M\tabout.md',
    expect.stringMatching(/^D/),
  ])
  expect(changed.filter((line) => /^[AM]/.test(line))).toEqual(['M\tabout.md', 'M\tsite.yaml'])
  expect(server.git('ls-files', 'posts', 'projects')).toBe('')
  expect((await server.ask<{ posts: unknown }>('GET', '/site')).data).toMatchObject({
    title: WORDS.title,
    author: { name: WORDS.name },
  })
  expect((await server.ask<unknown[]>('GET', '/posts/public')).data).toEqual([])
  expect(await (await fetch(`${server.address}/about`)).text()).toContain(
    'This is the site of Ada Lovelace. What it may do.',
  )
  expect(faultsOf(server)).toBe('')
  const again = await server.call<OwnSite>('POST', '/own-site', body)
  expect([again.status, again.meta.commit]).toEqual([200, null])
})

it('a post or a word of one’s own ends the offer', async () => {
  const server = await startSite(false)
  const created = await server.call<{ id: string }>('POST', '/posts', {
    title: 'Mine',
    content: 'A.',
  })
  expect((await server.call<OwnSite>('GET', '/own-site')).data.is_starter).toBe(false)
  await server.call('DELETE', `/posts/${created.data.id}`)
  expect((await server.call<OwnSite>('GET', '/own-site')).data.is_starter).toBe(true)
  await server.call('POST', '/own-site', { title: 'Mine' })
  expect((await server.call<OwnSite>('GET', '/own-site')).data).toMatchObject({
    is_starter: false,
    title: 'Mine',
    name: 'The author',
  })
  expect(server.git('ls-files', 'posts')).not.toBe('')
})

it('names each field that cannot be used, and saves nothing', async () => {
  const server = await startSite(false)
  const head = server.git('rev-parse', 'HEAD')
  const body = { name: ' ', title: 'T'.repeat(101), language: 'Klingon!', time_zone: 'Mars' }
  expect(await server.call('POST', '/own-site', body)).toMatchObject({
    status: 400,
    code: 'validation',
    fields: {
      name: 'The name is missing.',
      title: 'The title has more than 100 characters.',
      language: "'Klingon!' is not a language code like 'en' or 'de-AT'.",
      time_zone: "'Mars' is not a time zone like 'Europe/Berlin'.",
    },
  })
  expect(server.git('rev-parse', 'HEAD')).toBe(head)
})
