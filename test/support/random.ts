/** The same numbers for the same seed, on every machine (mulberry32). */
export type Random = () => number

export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** From 0 up to, not including, `below`. */
export const whole = (random: Random, below: number): number => Math.floor(random() * below)

export const one = <T>(random: Random, of: readonly T[]): T => of[whole(random, of.length)]!
