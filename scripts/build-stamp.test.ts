import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../server/test/git-fixture.ts'
import { isBuilt, stampedBuild } from './build-stamp.mjs'

let root: string
beforeEach(() => {
  root = makeFolder()
  mkdirSync(join(root, 'dist'))
  mkdirSync(join(root, 'server'))
  writeFileSync(join(root, 'server/main.ts'), 'main()')
})

it('whether dist is built is no before a build, and yes after one', async () => {
  expect(isBuilt(root)).toBe(false)
  await stampedBuild(async () => {}, root)
  expect(isBuilt(root)).toBe(true)
})

it('whether dist is built is no once a source has changed, also while a build ran', async () => {
  await stampedBuild(async () => writeFileSync(join(root, 'server/main.ts'), 'other()'), root)
  expect(isBuilt(root)).toBe(false)
})

it('whether dist is built is no after a build that failed', async () => {
  await stampedBuild(async () => {}, root)
  await expect(stampedBuild(() => Promise.reject(new Error('x')), root)).rejects.toThrow('x')
  expect(isBuilt(root)).toBe(false)
})
