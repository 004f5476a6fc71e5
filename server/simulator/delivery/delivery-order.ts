/** What a delivery is made from, and the names that its parts share. */
import type { Ring } from '../../geometry/geometry.ts'
import type { KlicType } from '../../registry/klic.ts'
import type { StandardVersion } from '../../registry/orders/standards.ts'
import type { WireRequest } from '../model.ts'
import { KIND_LETTER } from '../orders/kinds.ts'
import type { Operator } from '../town/operators.ts'
import { idOf } from './gml-elements.ts'

export interface DeliveryOrder {
  klicNumber: string
  orderNumber: string
  position: string
  sequence: number
  complete: boolean
  requestedAtMs: number
  composedAtMs: number
  klicType: KlicType
  /** Of the standards. */
  version: StandardVersion
  /** The request as filed. */
  request: WireRequest
  /** Closed, RD metres: what is cut to. */
  ring: Ring
  /** Where there will be dug, when `ring` is the wider information area around it. */
  areaRing?: Ring
  /** Codes of operators that have not answered yet. */
  missing: readonly string[]
  /** No operator has anything here. */
  empty: boolean
  /** How densely built: 1 is a thin suburb, 100 a city; 230 gives some 1.4 GB of GML for 2500 m by 2500 m. */
  density: number
}

export const NOTICE = 'SIMULATIE: verzonnen gegevens, niet gebruiken om te graven.'

export const POLYGON_CLASS = {
  GRAAF: 'Graafpolygoon',
  ORIENT: 'Orientatiepolygoon',
  CALAMITEIT: 'Graafpolygoon',
} as const satisfies Record<KlicType, string>

export const hasDelivered = (operator: Operator, order: DeliveryOrder): boolean =>
  !order.missing.includes(operator.code)
export const partyId = (operator: Operator, order: DeliveryOrder): string =>
  `${idOf(operator, `_Belanghebbende_${order.klicNumber}`)}-${hasDelivered(operator, order) ? 1 : 0}`

export interface Cut {
  /** What the delivery is cut to. */
  ring: Ring
  /** Where there will be dug: precautions are demanded for this only. */
  areaRing: Ring
  klicNumber: string
  /** C, G or O: the code of a precaution depends on the kind of request. */
  kindLetter: string
}

export const cutOf = (order: DeliveryOrder): Cut => ({
  ring: order.ring,
  areaRing: order.areaRing ?? order.ring,
  klicNumber: order.klicNumber,
  kindLetter: KIND_LETTER[order.klicType],
})
