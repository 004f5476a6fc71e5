/** What colours a page shows: for what is drawn by WebGL, which no selector reaches. */
import type { Page } from 'playwright'

/** [red, green, blue] at a place of the page, in CSS pixels. */
export async function colourAt(page: Page, x: number, y: number): Promise<[number, number, number]> {
  const picture = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  return (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(picture.toString('base64'))}), (c) => c.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d')
    context.drawImage(bitmap, 0, 0)
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  })()`)) as [number, number, number]
}

/** How many pixels of a part of the page have a colour about which `isSo` (JavaScript, of r, g and b) holds. */
export async function countPixels(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
  isSo: string,
): Promise<number> {
  const picture = await page.screenshot({ clip })
  return (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(picture.toString('base64'))}), (c) => c.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    const isSo = (r, g, b) => ${isSo}
    let count = 0
    for (let i = 0; i < data.length; i += 4) if (isSo(data[i], data[i + 1], data[i + 2])) count++
    return count
  })()`)) as number
}
