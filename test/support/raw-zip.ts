/** Writes ZIPs in which every field can be made to lie, which a library would rightly not let one do. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  contents: Buffer
  /** These overrule what the contents say. */
  packed?: Buffer
  method?: number
  flags?: number
  crc32?: number
  size?: number
  packedSize?: number
  external?: number
  offset?: number
}

export function rawZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const packed = entry.packed ?? deflateRawSync(entry.contents, { level: 1 })
    const name = Buffer.from(entry.name).subarray(0, 65_535)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(entry.flags ?? 0x800, 2)
    common.writeUInt16LE(entry.method ?? 8, 4)
    common.writeUInt32LE(0x0021_0000, 6)
    common.writeUInt32LE(entry.crc32 ?? crc32(entry.contents), 10)
    common.writeUInt32LE(entry.packedSize ?? packed.length, 14)
    common.writeUInt32LE(entry.size ?? entry.contents.length, 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(entry.external ?? 0, 6)
    place.writeUInt32LE(entry.offset ?? at, 10)
    const local = [Buffer.from('PK\x03\x04', 'latin1'), common, name, packed]
    locals.push(...local)
    at += local.reduce((sum, part) => sum + part.length, 0)
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 3]), common, place, name)
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, listed, end])
}
