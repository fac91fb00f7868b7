/** Takes the pictures of the admin's screens. */
import type { Browser } from 'playwright-core'
import type { Post } from '../../../server/domain/post.ts'
import { png } from '../../../server/test/images.ts'
import { preparePanel } from '../../../server/test/panel-screens.ts'
import { type BuiltServer, PASSWORD } from '../built-server.ts'
import { ADMIN_SHOTS, type AdminShot } from './admin-screens.ts'
import { type Look, looks, open, type Pictures } from './pictures.ts'

interface AdminShots {
  browser: Browser
  server: BuiltServer
  pictures: Pictures
  state: keyof typeof ADMIN_SHOTS
}

/** Takes each screen at each width in each theme, in a fresh tab that is logged in. */
export async function takeAdminScreens({ browser, server, pictures, state }: AdminShots) {
  const token = await logIn(server)
  if (state === 'filled') {
    await server.call('PUT', '/posts/changelog', {
      content: 'A page about changelogs, for people.',
    })
    for (const id of ['older-1', 'older-2']) await server.call('DELETE', `/posts/${id}`)
    await addImages(server, token)
  }
  if (state === 'long') await preparePanel(server.call)
  for (const look of looks(browser)) {
    for (const shot of ADMIN_SHOTS[state]) {
      const name = pictures.wanted(shot.screen, state, look)
      if (name !== null) await takeShot(shot, { look, server, token, pictures, name })
    }
  }
}

async function takeShot(
  { screen, path, act, fullPage = true }: AdminShot,
  where: { look: Look; server: BuiltServer; token: string; pictures: Pictures; name: string },
): Promise<void> {
  const context = await where.look.context()
  context.setDefaultTimeout(30_000)
  await context.addInitScript((kept) => localStorage.setItem('authToken', kept), where.token)
  const tab = await context.newPage()
  try {
    await open(tab, where.server, path)
    await tab.locator('.admin-title').first().waitFor()
    await act?.(tab, where.server)
    await tab.waitForLoadState('networkidle')
    await where.pictures.take(tab, where.name, { fullPage })
  } catch (error) {
    throw new Error(`No picture of ${screen}`, { cause: error })
  } finally {
    await context.close()
  }
}

/** Two images of one post, one of which it shows no longer. */
async function addImages({ address, call }: BuiltServer, token: string): Promise<void> {
  const texts: string[] = []
  for (const [name, color] of [
    ['crumb', '#c9a06b'],
    ['crust', '#7a4a21'],
  ] as const) {
    const answer = await fetch(`${address}/api/media?name=${name}.png`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', authorization: `Bearer ${token}` },
      body: new Uint8Array(await png({ width: 900, height: 600 }, color)),
    })
    // The call's answer.
    const { data } = (await answer.json()) as { data: { path: string } }
    texts.push(`![The ${name} of a loaf](${data.path})`)
  }
  const loaf = { type: 'short', title: 'A loaf, inside and outside' }
  const made = (await call('POST', '/posts', { ...loaf, content: texts.join('\n\n') })) as Post
  await call('PUT', `/posts/${made.id}`, { content: texts[0] })
}

/** A token of the admin. */
export async function logIn({ address }: BuiltServer): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  // The login's answer.
  return ((await answer.json()) as { data: { token: string } }).data.token
}
