/** Photos as telephones make them, with what they say in them. */
import { crc32, deflateSync } from 'node:zlib'

/** 48 by 32 pixels in several scans, which says nothing of itself. */
export const JPEG = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6',
    '/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wgARCAAgADAD',
    'ASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAIBBP/EABQBAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhADEAAAAewAGaw2aEqBNH//xAAb',
    'EAACAQUAAAAAAAAAAAAAAAAAEQEQICEwQf/aAAgBAQABBQLX0YzN8yqf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPwFf/8QAFBEBAAAA',
    'AAAAAAAAAAAAAAAAIP/aAAgBAgEBPwFf/8QAGBAAAgMAAAAAAAAAAAAAAAAAATEQIDD/2gAIAQEABj8C3V0TH//EAB4QAAICAgIDAAAAAAAAAAAA',
    'AAERACEQIEHBMWHw/9oACAEBAAE/IdD9eDQxzgxCyENC4q88OBuoC1phCvWvUGP/2gAMAwEAAgADAAAAEPNNHPLP/8QAFBEBAAAAAAAAAAAAAAAA',
    'AAAAIP/aAAgBAwEBPxBf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPxBf/8QAHhABAAICAgMBAAAAAAAAAAAAAREhAFEQMSBBkXH/2gAI',
    'AQEAAT8Q8IpE29dOEIrAErx6fnCj2/JzcG4vEIqAJXISstFsbrJEhTt2VeOYguGRMQSHAuk+i2nirImalfXj/9k=',
  ].join(''),
  'base64',
)

/** One black pixel, which says nothing of itself. */
export const aPng = (): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', '\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0'),
    pngChunk('IDAT', deflateSync(Buffer.alloc(4)).toString('latin1')),
    pngChunk('IEND', ''),
  ])

/** Of a JPEG. */
export function segment(marker: number, text: string): Buffer {
  const body = Buffer.from(text, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(2 + body.length, 2)
  return Buffer.concat([head, body])
}

export function pngChunk(kind: string, text: string): Buffer {
  const body = Buffer.from(kind + text, 'latin1')
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** @param order of the bytes in a number @param maker whose name it has too */
export function withExif(jpeg: Buffer, order: 'II' | 'MM', orientation: number, maker?: string): Buffer {
  const entries = maker === undefined ? 1 : 2
  const tiff = Buffer.alloc(8 + 2 + entries * 12 + 4)
  const u16 = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const u32 = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  tiff.write(order, 'latin1')
  u16(42, 2)
  u32(8, 4)
  u16(entries, 8)
  let at = 10
  if (maker !== undefined) {
    u16(0x010f, at)
    u16(2, at + 2)
    u32(maker.length, at + 4)
    u32(tiff.length, at + 8)
    at += 12
  }
  u16(0x0112, at)
  u16(3, at + 2)
  u32(1, at + 4)
  u16(orientation, at + 8)
  const exif = segment(0xe1, `Exif\0\0${tiff.toString('latin1')}${maker ?? ''}`)
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}
