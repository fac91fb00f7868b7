/** What the admin saves and the author pushes, on the pages and in git. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'
import type { Post } from '#domain/post.ts'
import type { Project } from '#domain/project.ts'
import { faultsOf, fixtureIn, makeFolder, testEnv, until } from './git-fixture.ts'
import { startServer } from './live-server.ts'

it('makes one commit of one file of each save, and undoes a delete', async () => {
  const server = await startServer()
  const created = await server.call<Post>('POST', '/posts', {
    type: 'essay',
    title: 'Shipping in public',
    content: 'It begins.',
    tags: ['Writing'],
  })
  expect(created.status).toBe(201)
  const { id } = created.data
  expect(id).toBe('shipping-in-public')
  const path = `posts/${created.data.day.slice(0, 4)}/${id}.md`

  await server.call('PUT', `/posts/${id}`, { title: 'Shipping in the open' })
  await server.call('PATCH', `/posts/${id}/featured`, { featured: true })
  const deleted = await server.call('DELETE', `/posts/${id}`)
  expect((await server.ask('GET', `/posts/${id}`)).status).toBe(404)
  const reverted = await server.call('POST', `/history/${deleted.meta.commit}/revert`)
  expect(reverted.status).toBe(200)

  const subjects = server.git('log', '--format=%s', '-5').trim().split('\n').reverse()
  expect(subjects.slice(0, 4)).toEqual([
    'Publish essay: Shipping in public',
    'Update essay: Shipping in the open',
    'Feature essay: Shipping in the open',
    'Delete essay: Shipping in the open',
  ])
  for (let back = 0; back < 5; back += 1) {
    const files = server.git('show', '--format=', '--name-only', `HEAD~${back}`).trim()
    expect(files).toBe(path)
  }
  expect(faultsOf(server)).toBe('')
  expect((await server.ask<Post>('GET', `/posts/${id}`)).data).toMatchObject({
    title: 'Shipping in the open',
    featured: true,
    content: 'It begins.',
  })
})

it('changes one line for a new title, and the line that says when', async () => {
  const text = `---
# Kept by hand.
title:  "An old title"   # quoted
type: essay
tags: [Writing,   Drawing]
mood: calm
---

Text  with   odd spaces.
`
  const server = await startServer({ 'posts/a.md': text })
  const saved = await server.call('PUT', '/posts/a', { title: 'A new title' })
  expect(saved.status).toBe(200)
  const after = server.git('show', 'HEAD:posts/a.md')
  expect(server.text('posts/a.md')).toBe(after)
  const lines = after.split('\n')
  const changed = text.split('\n').filter((line) => !lines.includes(line))
  expect(changed).toEqual(['title:  "An old title"   # quoted'])
  const added = lines.filter((line) => !text.split('\n').includes(line))
  expect(added).toHaveLength(2)
  expect(added.join('\n')).toMatch(/^title: .*A new title.*# quoted\nupdated: \d{4}-/)
})

it('shows a save on the page as soon as it is answered', async () => {
  const server = await startServer()
  const { data } = await server.call<Post>('POST', '/posts', { title: 'Now', content: 'Here.' })
  expect(await server.page('/')).toContain('Here.')
  expect(await server.page(`/post/${data.id}`)).toContain('Here.')
  expect(await server.page('/feed.xml')).toContain('Here.')
})

it('shows what the author pushes, all of it at once', async () => {
  const server = await startServer({ 'posts/a.md': 'The first.\n' })
  server.git('config', 'receive.denyCurrentBranch', 'updateInstead')
  const clone = fixtureIn(makeFolder())
  clone.git('clone', '-q', server.folder, '.')
  for (let n = 0; n < 200; n += 1) clone.put(`posts/pushed-${n}.md`, `Pushed ${n}.\n`)
  clone.git('add', '-A')
  clone.git('commit', '-q', '-m', 'Two hundred posts')
  const totals = new Set<unknown>()
  let isPushing = true
  const reader = (async () => {
    while (isPushing) totals.add((await server.ask('GET', '/posts/public?limit=1')).meta.total)
  })()
  try {
    await promisify(execFile)('git', ['push', '-q', 'origin', 'HEAD:main'], {
      cwd: clone.folder,
      env: testEnv,
    })
    await until(async () => (await server.ask('GET', '/posts/public?limit=1')).meta.total === 201)
  } finally {
    isPushing = false
    await reader
  }
  expect([...totals].filter((total) => total !== 1 && total !== 201)).toEqual([])
})

it('remembers why a deadline moved', async () => {
  const server = await startServer()
  const { data } = await server.call<Project>('POST', '/deadline-projects', {
    title: 'Ship v1',
    due_date: '2026-12-01',
  })
  await server.call('PATCH', `/deadline-projects/${data.id}`, {
    due_date: '2026-12-31',
    reason: 'The review takes longer.',
  })
  const movesOf = async () =>
    (await server.ask<Project[]>('GET', '/deadline-projects')).data[0]?.moves ?? []
  await until(async () => (await movesOf()).length === 1)
  expect((await movesOf())[0]).toMatchObject({
    from: '2026-12-01',
    to: '2026-12-31',
    reason: 'The review takes longer.',
    commit: server.git('rev-parse', 'HEAD').trim(),
  })
})
