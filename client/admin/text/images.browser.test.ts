/** Images in the editor of a browser: pasted, dropped and chosen, to the public page and to git. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  kill,
  logIn,
  postFile,
  startAdmin,
  toast,
  withBrowser,
} from '../../../server/test/admin-browser.ts'
import { holdBack, intercept } from '../../../server/test/browser.ts'
import { png } from '../../../server/test/images.ts'

withBrowser()

const STORED = /\/media\/\d{4}\/[a-z0-9-]+-\d+x\d+-[0-9a-f]{12}\.webp/g

interface Given {
  name: string
  bytes: Buffer
  type?: string
}

/** Gives files to the text as a paste or a drop does. */
async function give(page: Page, how: 'paste' | 'drop', files: Given[], text = ''): Promise<void> {
  const given = files.map(({ name, bytes, type = 'image/png' }) => ({
    name,
    type,
    bytes: bytes.toString('base64'),
  }))
  await page.getByLabel('Content').evaluate(
    (area, event) => {
      const data = new DataTransfer()
      for (const { name, type, bytes } of event.given) {
        const raw = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
        data.items.add(new File([raw], name, { type }))
      }
      if (event.text) data.setData('text/plain', event.text)
      const box = area.getBoundingClientRect()
      const options = { bubbles: true, cancelable: true, clientX: box.x + 9, clientY: box.y + 9 }
      if (event.how === 'paste') {
        area.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
        return
      }
      area.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data }))
      area.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }))
    },
    { how, given, text },
  )
}

const textOf = (page: Page) => page.getByLabel('Content').inputValue()

/** Waits until the text names so many stored images. */
async function imagesIn(page: Page, count: number): Promise<string[]> {
  await expect
    .poll(async () => (await textOf(page)).match(STORED)?.length ?? 0, { timeout: 30_000 })
    .toBe(count)
  return (await textOf(page)).match(STORED) ?? []
}

/** What a page says of errors, refused policies and failed requests from now on. */
function faultsIn(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}

describe('an image', () => {
  it('that is pasted, one that is dropped and one that is chosen come with the post', async () => {
    const { enter, visit, server } = await startAdmin()
    const page = await enter('/admin/blog')
    const faults = faultsIn(page)
    await page.getByRole('button', { name: 'Create New Post' }).click()
    await page.getByLabel('Title').fill('A plain loaf')
    const content = page.getByLabel('Content')
    await content.fill('Before.')
    await content.press('End')
    await give(page, 'paste', [{ name: 'image.png', bytes: await png({ width: 60, height: 40 }) }])
    const [pasted = ''] = await imagesIn(page, 1)
    expect(await textOf(page)).toBe(`Before.\n\n![](${pasted})`)
    // What it shows is asked for; the text goes on where it was.
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('A loaf on a board')
    await page.keyboard.press('Enter')
    expect(await page.locator('.image-upload').count()).toBe(0)
    expect(await content.evaluate((area) => area === document.activeElement)).toBe(true)
    expect(await textOf(page)).toBe(`Before.\n\n![A loaf on a board](${pasted})`)

    await page.getByRole('button', { name: 'Preview' }).click()
    const shown = page.locator('.preview img')
    await expect.poll(() => shown.first().getAttribute('src')).toMatch(/^blob:/)
    await expect
      .poll(() => shown.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(60)

    await content.press('Control+End')
    const two = [
      { name: 'Crumb.png', bytes: await png({ width: 50, height: 50 }, '#888') },
      { name: 'Crust.png', bytes: await png({ width: 70, height: 50 }, '#444') },
    ]
    await give(page, 'drop', two)
    const dropped = await imagesIn(page, 3)
    expect(dropped.join()).toMatch(/crumb-50x50-.*crust-70x50-/)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Image', exact: true }).press('Enter'),
    ])
    const chosen = { name: 'Oven.png', mimeType: 'image/png' }
    await chooser.setFiles([{ ...chosen, buffer: await png({ width: 20, height: 20 }, '#fff') }])
    const all = await imagesIn(page, 4)
    await expect.poll(() => shown.count()).toBe(4)
    // Whatever was typed comes with the save; a field that is left empty is a decoration.
    await page.getByLabel('What does Crumb.png show?').fill('Its [open] crumb')

    await page.getByRole('button', { name: 'Publish Post' }).click()
    await toast(page, 'Post created!')
    const files = server.git('show', '--name-only', '--format=', 'HEAD').trim().split('\n')
    const [post] = files.filter((path) => path.startsWith('posts/'))
    expect(files.sort()).toEqual([post, ...all.map((path) => path.slice(1))].sort())
    expect(server.git('show', `HEAD:${post}`)).toContain(`![A loaf on a board](${pasted})`)
    const crumb = dropped.find((path) => path.includes('crumb-'))
    const crust = dropped.find((path) => path.includes('crust-'))
    expect(server.git('show', `HEAD:${post}`)).toContain(`![Its \\[open\\] crumb](${crumb})`)
    expect(server.git('show', `HEAD:${post}`)).toContain(`![](${crust})`)
    expect(faults).toEqual([])

    const visitor = await visit('/post/a-plain-loaf')
    const publicFaults = faultsIn(visitor)
    await visitor.reload({ waitUntil: 'networkidle' })
    const image = visitor.getByRole('img', { name: 'A loaf on a board' })
    await expect
      .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
      .toBe(60)
    expect(await image.getAttribute('src')).toBe(pasted)
    expect(publicFaults).toEqual([])
  })

  it('does not disturb who goes on typing, and the save waits for it', async () => {
    const { enter, server } = await startAdmin({ 'posts/loaf.md': postFile('Loaf', 'One.') })
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: /^Edit:/ }).click()
    const content = page.getByLabel('Content')
    const go = await holdBack(page, '**/api/media*')
    await content.press('Control+End')
    await give(page, 'paste', [{ name: 'image.png', bytes: await png({ width: 60, height: 40 }) }])
    // Whoever knows at once what it shows need not wait for it.
    await page.getByLabel('What does image.png show?').fill('A loaf')
    await page.keyboard.press('Enter')
    expect(await content.evaluate((area) => area === document.activeElement)).toBe(true)
    expect(await page.locator('.image-upload').innerText()).toContain('image.png')
    await content.press('Control+Home')
    await page.keyboard.type('Zero. ')
    await page.keyboard.press('Control+s')
    go()
    await toast(page, 'Post updated!')
    const [path = ''] = await imagesIn(page, 1)
    expect(server.git('show', 'HEAD:posts/loaf.md')).toContain(`Zero. One.\n\n![A loaf](${path})`)
    expect(await page.locator('.image-upload').count()).toBe(0)
    expect(server.git('ls-files', 'media').trim()).toBe(path.slice(1))
    await page.keyboard.type('Nil. ')
    expect(await textOf(page)).toMatch(/^Zero\. Nil\. One\./)
  })

  it('that cannot be added is told of, and nothing is lost', async () => {
    const { enter, subjects } = await startAdmin()
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: 'Create New Post' }).click()
    await page.getByLabel('Title').fill('Loaf')
    await page.getByLabel('Content').fill('Text.')
    const title = 'Failed to add image'
    await give(page, 'drop', [{ name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('x') }])
    await toast(page, title, 'a.pdf: Only PNG, JPEG, WebP, GIF and AVIF images can be added.')
    await give(page, 'paste', [{ name: 'big.png', bytes: Buffer.alloc(10_485_761) }])
    await toast(page, title, 'big.png: The image is larger than 10 MiB.')
    await give(page, 'paste', [{ name: 'broken.png', bytes: Buffer.from('no image') }])
    await toast(page, title, 'This file is not an image that can be read.')
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await toast(page, title, 'Try again or remove it, then save.')
    expect(subjects()).toEqual(['Author starts'])
    await page.getByRole('button', { name: 'Remove broken.png' }).click()

    await intercept(page, '**/api/media*', (route) => route.abort())
    await give(page, 'paste', [{ name: 'loaf.png', bytes: await png({ width: 60, height: 40 }) }])
    await toast(page, title, 'Network error occurred')
    await page.unroute('**/api/media*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await imagesIn(page, 1)
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await toast(page, 'Post created!')
  })

  it('waits for the next login when the token is refused', async () => {
    const { enter } = await startAdmin()
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: 'Create New Post' }).click()
    await page.getByLabel('Content').fill('Text.')
    await intercept(page, '**/api/media*', (route) =>
      route.fulfill({ status: 401, json: { error: 'Please log in.', code: 'unauthorized' } }),
    )
    await give(page, 'paste', [{ name: 'loaf.png', bytes: await png({ width: 60, height: 40 }) }])
    await page.locator('.gate-form').waitFor()
    await page.unroute('**/api/media*')
    await logIn(page)
    expect(await textOf(page)).toBe('Text.')
    await page.getByRole('button', { name: 'Try again' }).click()
    await imagesIn(page, 1)
  })
})

it('an image that arrives while the preview stands before the text comes into the text', async () => {
  const { enter } = await startAdmin()
  const page = await enter('/admin/blog')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Create New Post' }).click()
  await page.getByLabel('Title').fill('Loaf')
  await page.getByLabel('Content').fill('Text.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByLabel('Title').focus()
  const bytes = await png({ width: 60, height: 40 })
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'loaf.png', mimeType: 'image/png', buffer: bytes }])
  await expect.poll(() => page.locator('.preview img').count(), { timeout: 30_000 }).toBe(1)
  expect(await page.getByLabel('Title').inputValue()).toBe('Loaf')
  expect(await page.locator('textarea[name=content]').inputValue()).toMatch(
    /^Text\.\n\n!\[\]\(\/media\//,
  )
})

it('an image of a text that was left is shown when the text is gone on with', async () => {
  const { enter, context, visit } = await startAdmin()
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Create New Post' }).click()
  await give(page, 'paste', [{ name: 'loaf.png', bytes: await png({ width: 60, height: 40 }) }])
  const [path = ''] = await imagesIn(page, 1)
  await kill(page)
  const again = await visit('/admin/blog')
  const faults = faultsIn(again)
  await again.getByRole('button', { name: /^Continue/ }).click()
  await imagesIn(again, 1)
  await again.getByRole('button', { name: 'Preview' }).click()
  const shown = again.locator('.preview img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60)
  expect(await shown.getAttribute('src')).toMatch(/^data:image\/webp/)
  // Nobody has been in the text yet: the next one stands at its end.
  const next = { name: 'crust.png', mimeType: 'image/png' }
  const buffer = await png({ width: 20, height: 20 })
  await again.locator('input[type=file]').setInputFiles([{ ...next, buffer }])
  expect((await imagesIn(again, 2))[0]).toBe(path)
  await again.locator('.image-upload input:focus').waitFor()
  expect(faults).toEqual([])
  expect(context.pages().length).toBe(1)
})

it('a text that is pasted with a picture of itself stays a text', async () => {
  const { enter } = await startAdmin()
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Create New Post' }).click()
  const bytes = await png({ width: 60, height: 40 })
  await give(page, 'paste', [{ name: 'image.png', bytes }], 'Words')
  expect(await page.locator('.image-upload').count()).toBe(0)
})
