/** Counts what was read and written, and keeps the account: what became of every feature member. */
import { emptyExtent } from '../../geometry/flat.ts'
import type { Position, ResultGeometry } from '../../geometry/geometry.ts'
import { compare } from '../../platform/text-order.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { hasLinks } from '../gml/classes.ts'
import type { AccountCounts, OperatorAccount } from '../model/account.ts'
import type { ResultSummary } from '../model/conversion-task.ts'
import type { Row } from '../model/layers.ts'
import { firstOf } from '../warnings/faults.ts'
import { toMillimetre } from './geometry-code.ts'

/** Containers lie along the cables they hold: adding both would count metres twice. */
const CONTAINERS = new Set(['Kabelbed', 'Duct', 'Mantelbuis'])

const REPAIRS_NAMED = 20

interface Detail {
  objecttype: string
  thema: string | null
  bronhouder: string
  count: number
  lengthM: number | null
}

export class Counts {
  private readonly details = new Map<string, Detail>()
  readonly layers: Record<string, number> = {}
  readonly extent = emptyExtent()
  features = 0
  featuresWithoutGeometry = 0
  fictitious = 0
  repaired = 0
  readonly repairedAt: { id: string; place: Position }[] = []
  readonly account = new Account()
  precautions = 0

  /** @param lengthM unrounded; null when it has no length of its own */
  add(objecttype: string, thema: string | null, bronhouder: string, lengthM: number | null, count = 1): void {
    const key = JSON.stringify([objecttype, thema, bronhouder])
    const detail = this.details.get(key)
    if (!detail) {
      this.details.set(key, { objecttype, thema, bronhouder, count, lengthM })
      return
    }
    detail.count += count
    if (lengthM !== null) detail.lengthM = (detail.lengthM ?? 0) + lengthM
  }

  noteRepair(id: string, geometry: ResultGeometry | null): void {
    this.repaired++
    if (geometry === null || this.repairedAt.length >= REPAIRS_NAMED) return
    this.repairedAt.push({ id, place: firstOf(geometry) })
  }

  detail(): ResultSummary['detail'] {
    const ordered = [...this.details.entries()].sort(([a], [b]) => compare(a, b))
    return ordered.map(([, { objecttype, thema, bronhouder, count, lengthM }]) => ({
      objecttype,
      thema,
      bronhouder,
      count,
      ...(lengthM === null ? {} : { length_m: toMillimetre(lengthM) }),
    }))
  }

  objecttypes(): ResultSummary['objecttypes'] {
    return this.grouped(
      ({ objecttype }) => objecttype,
      () => true,
    )
  }

  /** Features of a theme; the length is that of its cables and pipes, without containers and drawing elements. */
  themes(): ResultSummary['themes'] {
    return this.grouped(
      ({ objecttype, thema }) => (objecttype === 'UtilityLink' || objecttype === 'Utiliteitsnet' ? null : thema),
      ({ objecttype }) => hasLinks(objecttype) && !CONTAINERS.has(objecttype),
    )
  }

  private grouped(
    keyOf: (detail: Detail) => string | null,
    isMeasured: (detail: Detail) => boolean,
  ): Record<string, { count: number; length_m?: number }> {
    const groups = new Map<string, { count: number; lengthM: number | null }>()
    for (const detail of this.details.values()) {
      const key = keyOf(detail)
      if (key === null) continue
      const group = groups.get(key) ?? { count: 0, lengthM: null }
      group.count += detail.count
      if (detail.lengthM !== null && isMeasured(detail)) group.lengthM = (group.lengthM ?? 0) + detail.lengthM
      groups.set(key, group)
    }
    const ordered = [...groups.entries()].sort(([a], [b]) => compare(a, b))
    return Object.fromEntries(
      ordered.map(([key, { count, lengthM }]) => [
        key,
        { count, ...(lengthM === null ? {} : { length_m: toMillimetre(lengthM) }) },
      ]),
    )
  }
}

/** Two rows of numbers that must agree: what the deliveries hold, and what of it the result shows where. */
class Account {
  private readonly rows = new Map<string, AccountCounts>()

  /** What was delivered, and what of that is no object of the map. */
  take(deliveries: readonly Delivery[]): void {
    for (const { membersOf } of deliveries)
      for (const [code, { delivered, administrative }] of membersOf) {
        const row = this.row(code)
        row.delivered += delivered
        row.administrative += administrative
      }
  }

  /** @param versions members that this object was made of */
  add(code: string, kind: 'drawn' | 'without_geometry' | 'unknown', versions: number): void {
    const row = this.row(code)
    row[kind]++
    row.merged += versions - 1
  }

  /** @throws Error when a member is lost or counted twice, which is our own fault */
  close(): { operators: OperatorAccount[]; total: AccountCounts } {
    const total = nothing()
    const operators = [...this.rows.entries()]
      .sort(([a], [b]) => compare(a, b))
      .map(([code, row]): OperatorAccount => {
        const { drawn, without_geometry, administrative, unknown, merged } = row
        if (row.delivered !== drawn + without_geometry + administrative + unknown + merged)
          throw new Error(`The account of operator ${code || '(none)'} does not add up: ${JSON.stringify(row)}`)
        for (const name of Object.keys(total) as (keyof AccountCounts)[]) total[name] += row[name]
        return { bronhouder: code || null, ...row }
      })
    return { operators, total }
  }

  private row(code: string): AccountCounts {
    let row = this.rows.get(code)
    if (row === undefined) {
      row = nothing()
      this.rows.set(code, row)
    }
    return row
  }
}

const nothing = (): AccountCounts => ({
  delivered: 0,
  drawn: 0,
  without_geometry: 0,
  administrative: 0,
  unknown: 0,
  merged: 0,
})

/** Rows of the table `verantwoording`: one per operator, then the total. */
export function accountRows({ operators, account }: Pick<ResultSummary, 'operators' | 'account'>): Row[] {
  if (account === undefined) return []
  const cells = (counts: AccountCounts): Row => ({
    geleverd: counts.delivered,
    getekend: counts.drawn,
    zonder_geometrie: counts.without_geometry,
    administratief: counts.administrative,
    onbekend: counts.unknown,
    samengevoegd: counts.merged,
  })
  const listed = new Map(operators.map((operator) => [operator.code, operator]))
  const codes = new Set([...account.operators.map(({ bronhouder }) => bronhouder ?? ''), ...listed.keys()])
  const rows = [...codes].sort(compare).map((code): Row => {
    const counts = account.operators.find(({ bronhouder }) => (bronhouder ?? '') === code) ?? nothing()
    const operator = listed.get(code)
    return {
      bronhouder: code || null,
      netbeheerder: operator?.name ?? null,
      heeft_geleverd: operator?.delivered ?? null,
      ...cells(counts),
    }
  })
  return [...rows, { bronhouder: null, netbeheerder: 'totaal', heeft_geleverd: null, ...cells(account.total) }]
}
