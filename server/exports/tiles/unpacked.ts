/** Bytes of map files, unpacked: bounded, also against the file's own numbers. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { Compression } from 'pmtiles'

/** No directory or tile is larger; a file that says so is damaged. */
export const MAX_MAP_FILE_BYTES = 64 * 1024 * 1024

const unpackers = {
  [Compression.Gzip]: promisify(gunzip),
  [Compression.Brotli]: promisify(brotliDecompress),
  [Compression.Zstd]: promisify(zstdDecompress),
}

export const gunzipBytes = (bytes: Uint8Array): Promise<Buffer> =>
  unpackers[Compression.Gzip](bytes, { maxOutputLength: MAX_MAP_FILE_BYTES })

export async function unpackBytes(bytes: ArrayBuffer, how: Compression): Promise<ArrayBuffer> {
  if (how === Compression.None || how === Compression.Unknown) return bytes
  return toArrayBuffer(await unpackers[how](new Uint8Array(bytes), { maxOutputLength: MAX_MAP_FILE_BYTES }))
}

/** A Buffer may be a piece of a larger store. */
export const toArrayBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer =>
  buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
