/** So many requests a minute for each key, counted from its first; headers as the IETF draft on RateLimit fields has them. */
import type { Response } from 'express'
import type { Clock } from '../domain/clock.ts'
import { Refusal } from '../domain/refusal.ts'

const MINUTE_MS = 60_000
const MAX_WINDOWS = 10_000

interface Window {
  startedMs: number
  used: number
  limit: number
}

export class RateLimit {
  private readonly windows = new Map<string, Window>()
  private readonly clock: Clock
  private readonly windowMs: number

  /** @param minutes how long it counts before it begins anew */
  constructor(clock: Clock, minutes = 1) {
    this.clock = clock
    this.windowMs = minutes * MINUTE_MS
  }

  /**
   * Counts one request and writes the headers.
   * @param limitOf asked once for each window
   * @throws Refusal RATE_LIMITED
   */
  async count(who: string, limitOf: () => Promise<number>, res: Response): Promise<void> {
    const nowMs = this.clock.now().getTime()
    let window = this.windows.get(who)
    if (!window || nowMs - window.startedMs >= this.windowMs || nowMs < window.startedMs) {
      if (this.windows.size >= MAX_WINDOWS) this.forgetOver(nowMs)
      window = { startedMs: nowMs, used: 0, limit: await limitOf() }
      this.windows.set(who, window)
    }
    window.used += 1
    const resetSeconds = this.write(window, nowMs, res)
    if (window.used <= window.limit) return
    res.set('Retry-After', String(resetSeconds))
    const period = this.windowMs === MINUTE_MS ? 'a minute' : `in ${this.windowMs / MINUTE_MS} minutes`
    throw new Refusal('RATE_LIMITED', `More than ${window.limit} requests ${period}. Go on in ${resetSeconds} s.`)
  }

  /** Where a caller stands, for the answers that count nothing. */
  tell(who: string, limit: number, res: Response): void {
    const nowMs = this.clock.now().getTime()
    const window = this.windows.get(who)
    const isOpen = window !== undefined && nowMs - window.startedMs < this.windowMs && nowMs >= window.startedMs
    this.write(isOpen ? window : { startedMs: nowMs, used: 0, limit }, nowMs, res)
  }

  /** @returns seconds until the window ends */
  private write({ startedMs, used, limit }: Window, nowMs: number, res: Response): number {
    const resetSeconds = Math.ceil((startedMs + this.windowMs - nowMs) / 1000)
    res.set('RateLimit-Policy', `"minute";q=${limit};w=${this.windowMs / 1000}`)
    res.set('RateLimit', `"minute";r=${Math.max(0, limit - used)};t=${resetSeconds}`)
    return resetSeconds
  }

  private forgetOver(nowMs: number): void {
    for (const [who, window] of this.windows) if (nowMs - window.startedMs >= this.windowMs) this.windows.delete(who)
  }
}
