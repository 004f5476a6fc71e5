/** Real time and real ids, for the entries; tests give their own. */
import { randomInt } from 'node:crypto'
import type { Clock, Ids } from '../domain/clock.ts'

export const systemClock: Clock = { now: () => new Date() }

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Enough for milliseconds until the year 3000. */
const TIME_LETTERS = 8
const RANDOM_LETTERS = 12

const secret = (length: number): string => Array.from({ length }, () => BASE62[randomInt(62)]).join('')

export const systemIds: Ids = {
  make(prefix) {
    let time = ''
    for (let rest = Date.now(), place = 0; place < TIME_LETTERS; place++, rest = Math.floor(rest / 62)) {
      time = BASE62[rest % 62] + time
    }
    return `${prefix}_${time}${secret(RANDOM_LETTERS)}`
  },
  secret,
}
