/** One document out of a delivery, to look at. */
import { saidByName } from '../model/found-delivery.ts'
import { openSource } from './source.ts'

export interface OpenDocument {
  bytes: number
  chunks: AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/**
 * @param file absolute path of the delivery
 * @param path as the delivery's `bestandLocatie` writes it
 * @returns undefined when the delivery's name says another KLIC number, or it holds no such document
 * @throws Refusal DELIVERY_UNREADABLE
 */
export async function openDocument(file: string, klicNumber: string, path: string): Promise<OpenDocument | undefined> {
  const source = await openSource({ path: file })
  for (const delivery of source.deliveries) {
    const said = saidByName(delivery.gmlName)?.klicNumber
    const document = delivery.documents.get(path)
    if (!document || (said !== undefined && said !== klicNumber)) continue
    return { bytes: document.bytes, chunks: document.chunks(), close: source.close }
  }
  await source.close()
  return undefined
}
