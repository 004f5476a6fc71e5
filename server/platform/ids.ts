/** Ids that sort by age, and secrets, both from a source of random bytes that is given. */
import type { Clock, Ids } from './clock.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const TIME_LENGTH = 8
const COUNTER_LENGTH = 3
const RANDOM_LENGTH = 9

/** @returns the number in base 62, filled up with zeros from the left. */
export const base62 = (value: number, length: number): string => {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text
  return text
}

/** @param randomBytes gives that many unpredictable bytes (`randomBytes` of node:crypto) */
export function createIds(clock: Clock, randomBytes: (count: number) => Uint8Array): Ids {
  let lastMs = 0
  let counter = 0
  const secret = (length: number): string => {
    let text = ''
    while (text.length < length) {
      // 248 is the largest multiple of 62 in a byte: what lies above would favour the first characters.
      for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
    return text
  }
  return {
    make: (prefix) => {
      const nowMs = clock.now().getTime()
      // A clock that is put back, or stands still, does not disturb the order.
      counter = nowMs > lastMs ? 0 : counter + 1
      lastMs = Math.max(nowMs, lastMs)
      return `${prefix}_${base62(lastMs, TIME_LENGTH)}${base62(counter, COUNTER_LENGTH)}${secret(RANDOM_LENGTH)}`
    },
    secret,
  }
}
