/**
 * So many requests a minute for each key, counted from its first; headers as the IETF draft on RateLimit fields has them.
 * Where several processes answer, they count together: each takes a hundredth of the limit at a time from the common
 * count, so that few calls ask the database, and all together never let more through. What a process has taken and not
 * used when the others run out is refused early: a hundredth of the limit for each process at most.
 */
import type { Response } from 'express'
import type { Clock } from '../clock.ts'
import { Refusal } from '../refusal.ts'
import type { CallCount } from './call-count.ts'

const MINUTE_MS = 60_000
const MAX_WINDOWS = 10_000
const TAKEN_AT_ONCE = 0.01

interface Window {
  startedMs: number
  used: number
  limit: number
  /** Taken from the common count, and not used yet. */
  taken: number
}

export class RateLimit {
  private readonly windows = new Map<string, Window>()
  private readonly clock: Clock
  private readonly together: CallCount | undefined
  private readonly what: string
  private readonly windowMs: number

  /**
   * @param what is counted: nothing else is in this count
   * @param minutes how long it counts before it begins anew
   */
  constructor({ clock, callCount }: { clock: Clock; callCount?: CallCount | undefined }, what: string, minutes = 1) {
    this.clock = clock
    this.together = callCount
    this.what = what
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
      window = { startedMs: nowMs, used: 0, limit: await limitOf(), taken: 0 }
      this.windows.set(who, window)
    }
    if (this.together) await this.countTogether(this.together, who, window, nowMs)
    else window.used += 1
    const resetSeconds = this.write(window, nowMs, res)
    if (window.used <= window.limit) return
    res.set('Retry-After', String(resetSeconds))
    const period = this.windowMs === MINUTE_MS ? 'a minute' : `in ${this.windowMs / MINUTE_MS} minutes`
    throw new Refusal('RATE_LIMITED', `More than ${window.limit} requests ${period}. Go on in ${resetSeconds} s.`)
  }

  private async countTogether(together: CallCount, who: string, window: Window, nowMs: number): Promise<void> {
    // Who is over the limit stays so until the window ends: nobody needs to be asked again.
    if (window.used > window.limit) return
    if (window.taken === 0) {
      const asked = Math.max(1, Math.floor(window.limit * TAKEN_AT_ONCE))
      const { startedMs, used } = await together.add(`${this.what} ${who}`, asked, nowMs, this.windowMs)
      // The clock of another machine may be ahead.
      window.startedMs = Math.min(startedMs, nowMs)
      window.used = Math.max(window.used, used - asked)
      window.taken += Math.min(asked, Math.max(0, window.limit - (used - asked)))
    }
    if (window.taken > 0) window.taken -= 1
    else window.used = window.limit
    window.used += 1
  }

  /** Where a caller stands, for the answers that count nothing. */
  tell(who: string, limit: number, res: Response): void {
    const nowMs = this.clock.now().getTime()
    const window = this.windows.get(who)
    const isOpen = window !== undefined && nowMs - window.startedMs < this.windowMs && nowMs >= window.startedMs
    this.write(isOpen ? window : { startedMs: nowMs, used: 0, limit }, nowMs, res)
  }

  /** @returns seconds until the window ends */
  private write({ startedMs, used, limit }: Omit<Window, 'taken'>, nowMs: number, res: Response): number {
    const resetSeconds = Math.ceil((startedMs + this.windowMs - nowMs) / 1000)
    res.set('RateLimit-Policy', `"minute";q=${limit};w=${this.windowMs / 1000}`)
    res.set('RateLimit', `"minute";r=${Math.max(0, limit - used)};t=${resetSeconds}`)
    return resetSeconds
  }

  private forgetOver(nowMs: number): void {
    for (const [who, window] of this.windows) if (nowMs - window.startedMs >= this.windowMs) this.windows.delete(who)
  }
}
