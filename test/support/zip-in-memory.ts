/** The files of a ZIP that is in memory. */
import * as yauzl from 'yauzl'

/** @returns their bytes by path, in the order of the ZIP */
export async function filesIn(zip: Buffer): Promise<Map<string, Buffer>> {
  const archive = await yauzl.fromBufferPromise(zip, { lazyEntries: true, validateEntrySizes: true })
  const files = new Map<string, Buffer>()
  for await (const entry of archive.eachEntry()) {
    const chunks: Uint8Array[] = []
    for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>)
      chunks.push(chunk)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}
