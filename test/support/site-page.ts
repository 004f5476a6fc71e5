/** The page of a site package on a disk, and what a finger does on its map. */
import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'

/** The package of a job in a new folder, and its page unpacked in it. */
export async function savePage(
  baseUrl: string,
  cookie: string,
  jobId: string,
): Promise<{ folder: string; zip: string }> {
  const answer = await fetch(`${baseUrl}/dashboard/api/jobs/${jobId}/site`, { headers: { Cookie: cookie } })
  assert.equal(answer.status, 200)
  const folder = mkdtempSync(join(tmpdir(), 'klic site page '))
  const zip = join(folder, 'pakket.zip')
  writeFileSync(zip, Buffer.from(await answer.arrayBuffer()))
  for await (const { name, chunks } of filesInZip(zip)) {
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    if (name === 'index.html') writeFileSync(join(folder, name), Buffer.concat(parts))
  }
  return { folder, zip }
}

export type Box = { x: number; y: number; width: number; height: number }

/** The middle of what is seen of the map: a panel lies over its lower part. */
export async function middleOfMap(page: Page): Promise<[x: number, y: number]> {
  const map = (await page.locator('.map').boundingBox())!
  const panel = await page.locator('.panel').boundingBox()
  return [map.x + map.width / 2, map.y + (map.height - (panel?.height ?? 0)) / 2]
}

/** Taps there. */
export async function tapMiddle(page: Page): Promise<void> {
  const [x, y] = await middleOfMap(page)
  await page.touchscreen.tap(x, y)
}

/**
 * How much of what is drawn in one picture (base64, of a window so many pixels wide) is drawn in others of the same size: of its strongly
 * coloured pixels the share that has its like within 2 pixels.
 */
export async function likeness(
  browser: Browser,
  picture: string,
  { part: { x, y, width: wide, height }, width }: { part: Box; width: number },
) {
  const page = await browser.newPage()
  const part = [x + 6, y + 6, wide - 12, height - 12]
  await page.evaluate(`{
    let known = null
    const isColoured = (r, g, b) => Math.max(r, g, b) - Math.min(r, g, b) > 90
    globalThis.look = async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes]))
      const times = picture.width / ${width}
      const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      pen.drawImage(picture, 0, 0)
      const [left, top, wide, high] = ${JSON.stringify(part)}.map((value) => Math.round(value * times))
      const { data } = pen.getImageData(left, top, wide, high)
      if (known === null) {
        known = []
        for (let i = 0; i < data.length; i += 4) if (isColoured(data[i], data[i + 1], data[i + 2])) known.push([i / 4, data[i], data[i + 1], data[i + 2]])
        return known.length
      }
      const isThere = ([at, r, g, b]) => {
        for (let row = Math.max(0, Math.floor(at / wide) - 2); row <= Math.min(high - 1, Math.floor(at / wide) + 2); row++)
          for (let column = Math.max(0, (at % wide) - 2); column <= Math.min(wide - 1, (at % wide) + 2); column++) {
            const i = (row * wide + column) * 4
            if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 120) return true
          }
        return false
      }
      return known.filter(isThere).length / known.length
    }
  }`)
  const coloured = await page.evaluate<number>(`look('${picture}')`)
  return {
    coloured,
    shareIn: (other: string) => page.evaluate<number>(`look('${other}')`),
    done: () => page.close(),
  }
}
