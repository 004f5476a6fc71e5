/** A photo of a finding: drawn anew as a JPEG, so that it is small and says nothing of the device and its place. */
import { FINDING_PHOTO_PX, MAX_FINDING_PHOTO_BYTES } from '../../server/features/site-package/page-schema.ts'
import { element } from './elements.ts'

const QUALITIES = [0.8, 0.6, 0.4, 0.2]
const PREVIEW_PX = 240

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1]!)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

/** @returns base64; @throws for what is no photo */
export const redraw = async (file: Blob): Promise<string> => {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, FINDING_PHOTO_PX / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of QUALITIES) {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (blob.size <= MAX_FINDING_PHOTO_BYTES) return base64Of(blob)
  }
  throw new Error('The photo stays too large')
}

/** On a canvas, for the page may load no pictures from anywhere. */
export const preview = (base64: string, name: string): HTMLElement => {
  const canvas = element('canvas', { role: 'img', 'aria-label': name, width: '0', height: '0' })
  const draw = async (): Promise<void> => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes]), { resizeWidth: PREVIEW_PX })
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('2d')!.drawImage(picture, 0, 0)
  }
  void draw()
  return canvas
}
