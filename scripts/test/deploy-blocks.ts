/** For tests: what a document says of deploying, compared with the Dockerfile and the settings. */
import { expect } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../server/config.ts'
import { textOf } from '../../server/test/documents.ts'
import { readDockerfile, readPairs } from '../image/dockerfile.mjs'

/** What an instruction of the image says. */
function imageSays(instruction: string): string {
  const steps = readDockerfile(textOf('Dockerfile')).at(-1)?.steps ?? []
  return steps.find((step) => step.instruction === instruction)?.words ?? ''
}

export function checkDocker(text: string) {
  const [, outside, inside] = /-p (\d+):(\d+) /.exec(text) ?? []
  expect([outside, inside]).toEqual([imageSays('EXPOSE'), imageSays('EXPOSE')])
  expect(/-v \w+:(\S+)/.exec(text)?.[1]).toBe(imageSays('VOLUME'))
  const [, name, value] = /-e (\w+)=(\S+)/.exec(text) ?? []
  expect(readSettings({ [name ?? '']: value }).siteUrl).toBe(value)
  expect(text).toMatch(/-t gap \.\n.* gap\ndocker logs site /)
  expect(text).toContain('--name site ')
}

export function checkCompose(text: string) {
  const { services, volumes } = parse(text)
  const { site, caddy } = services
  expect(site.volumes).toEqual([`site:${imageSays('VOLUME')}`])
  const env = readPairs(imageSays('ENV'))
  // Read-only but for the volume and the folder in memory.
  const writable = [imageSays('VOLUME'), ...site.tmpfs]
  const written = [env.CONTENT_DIR, env.STATE_DIR, env.NODE_COMPILE_CACHE]
  expect(written.filter((path) => !writable.some((folder) => path?.startsWith(folder)))).toEqual([])
  const address = site.environment.SITE_URL
  const settings = { SITE_URL: address, TRUST_PROXY: String(site.environment.TRUST_PROXY) }
  expect(Object.keys(settings)).toEqual(Object.keys(site.environment))
  expect(readSettings(settings)).toMatchObject({ siteUrl: address, trustProxy: 1 })
  const ways = `--from ${new URL(address).host} --to site:${imageSays('EXPOSE')}`
  expect(caddy.command).toContain(ways)
  expect(Object.keys(volumes)).toEqual(['site', 'caddy'])
}

export function checkUnit(text: string) {
  const pairs = [...text.matchAll(/^Environment=(.*)$/gm)].map(([, words = '']) => readPairs(words))
  const env: Record<string, string> = Object.assign({}, ...pairs)
  const settings = readSettings(env)
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''
  const folder = value('ReadWritePaths')
  for (const path of [settings.contentDir, settings.stateDir, value('WorkingDirectory')]) {
    expect(path.startsWith(`${folder}/`)).toBe(true)
  }
  expect(value('ExecStart')).toBe('/usr/bin/env npm start')
}
