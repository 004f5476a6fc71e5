/** What happens in the simulated month, drawn from one seed: jobs and their scenes, outages, lost answers, restarts. */
import { dutchDate } from '../../server/registry/working-days.ts'
import type { Random } from '../support/random.ts'

export interface PlannedJob {
  id: string
  atMs: number
  klicType: 'ORIENT' | 'GRAAF'
  reference: string
  parts: number
  orders: number
}

const OUTAGES = ['silent', 'unavailable', 'refused'] as const

export interface Outage {
  fromMs: number
  untilMs: number
  /** The line is dead, the registry answers that it is not available, or it gives a token and refuses its bearer. */
  kind: (typeof OUTAGES)[number]
}

export interface Plan {
  jobs: PlannedJob[]
  outages: Outage[]
  /** Dutch day, amid the month, from which orders are in version 3 of the standards, and the registry's deliveries too. */
  version3From: string
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** @param date Dutch day */
export const dayBegins = (date: string): number => {
  let atMs = Date.parse(date) - DAY
  while (dutchDate(atMs) !== date) atMs += HOUR
  return atMs
}

/** Of the link that stays dead: weeks later the job says that the registry never gave it. */
export const DEAD_LINK = 'SIM:deadlink'

/** Share of the jobs that play a scene of the simulator; the rest is ordinary. Each ends. */
const SCENES: readonly [scene: string, share: number][] = [
  ['SIM:partial', 0.08],
  ['SIM:safety', 0.04],
  ['SIM:mislukt', 0.04],
  ['SIM:lost202', 0.06],
  ['SIM:down', 0.04],
  ['SIM:slow', 0.05],
  ['SIM:empty', 0.02],
  ['SIM:reject:COR0309', 0.05],
  ['SIM:host', 0.04],
  ['SIM:odd202', 0.03],
  ['SIM:shortpos', 0.04],
  ['SIM:noids', 0.03],
  ['SIM:latelink', 0.04],
  ['SIM:redirect', 0.04],
  [DEAD_LINK, 0.03],
  ['SIM:clock', 0.02],
  ['SIM:version3', 0.03],
]

const sceneOf = (random: Random): string => {
  let left = random()
  for (const [scene, share] of SCENES) {
    left -= share
    if (left < 0) return scene
  }
  return 'Soak'
}

export const makePlan = (random: Random, startMs: number, notifications: number, days: number): Plan => {
  const jobs: PlannedJob[] = []
  for (let left = notifications; left > 0; ) {
    const parts = Math.min(left, 1 + Math.floor(random() ** 3 * 40))
    left -= parts
    jobs.push({
      id: `job_${String(jobs.length).padStart(5, '0')}`,
      atMs: startMs + Math.floor(random() * days * DAY),
      klicType: random() < 0.3 ? 'GRAAF' : 'ORIENT',
      reference: sceneOf(random),
      parts,
      orders: parts > 4 && random() < 0.3 ? 2 : 1,
    })
  }
  jobs.sort((a, b) => a.atMs - b.atMs)
  const outages = Array.from({ length: Math.ceil(days / 2) }, (_, index): Outage => {
    const fromMs = startMs + Math.floor(random() * days * DAY)
    // Most pass within hours; every seventh lasts as long as the one of February 2026.
    const lengthMs = index % 7 === 0 ? 2.5 * DAY : (0.1 + random() ** 2 * 6) * HOUR
    return { fromMs, untilMs: fromMs + lengthMs, kind: OUTAGES[Math.floor(random() * OUTAGES.length)]! }
  })
  return { jobs, outages, version3From: dutchDate(startMs + (days / 2) * DAY) }
}
