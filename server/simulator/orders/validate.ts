/**
 * What the registry finds in an order after it took it in: messages with Kadaster's codes and pointers, many at once.
 * One ERROR refuses the whole order. Judged on the day of receipt, in Dutch time.
 */
import { isDeepStrictEqual } from 'node:util'
import { extentOf } from '../../geometry/flat.ts'
import { MAX_PARTS_PER_ORDER } from '../../geometry/registry-limits.ts'
import { MAX_INVOICE_REFERENCE } from '../../registry/orders/notification.ts'
import { positionOf } from '../../registry/orders/order-body.ts'
import type { RegistryMessage } from '../../registry/types.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { type MessageCode, messageOf, REQUESTS_POINTER } from '../codes.ts'
import { customerOf } from '../customer.ts'
import type { WireOrder, WireRequest } from '../model.ts'
import { safetyWarningOf } from '../safety-areas.ts'
import { mm } from '../town/streets.ts'
import { areaRingOf, kindOf, limitsOf } from './kinds.ts'
import type { Report } from './validate-address.ts'
import { validateRequest } from './validate-request.ts'

const IDENTICAL = [
  'aanvraagSoort',
  'aanvrager',
  'opdrachtgever',
  'referentie',
  'soortWerkzaamheden',
  'omschrijvingWerkzaamheden',
  'startDatum',
  'eindDatum',
] as const

const positionFault = (requests: readonly WireRequest[], index: number): MessageCode | undefined => {
  const position = requests[index]?.positienummer
  if (requests.length === 1) return position === undefined ? undefined : 'COR1006'
  if (position === undefined) return 'COR1001'
  if (!/^\d+$/.test(position)) return 'COR1040'
  if (position.length !== 10) return 'COR1008'
  if (position === positionOf(index)) return undefined
  if (index === 0) return 'COR1014'
  return Number(position) <= Number(requests[index - 1]?.positienummer) ? 'COR1007' : 'COR1015'
}

const validatePositions = (report: Report, requests: readonly WireRequest[]): void => {
  for (const index of requests.keys()) {
    const fault = positionFault(requests, index)
    if (fault) report(fault, `${REQUESTS_POINTER}/${index}/positienummer`)
  }
}

const validateTogether = (report: Report, requests: readonly WireRequest[]): void => {
  const first = requests[0]!
  requests.slice(1).forEach((request, n) => {
    for (const field of IDENTICAL) {
      if (!isDeepStrictEqual(request[field], first[field]))
        report('COR1005', `${REQUESTS_POINTER}/${n + 1}/${field}`, field)
    }
  })
  const kind = kindOf(first)
  const positions = requests.flatMap(areaRingOf)
  if (!kind || positions.length === 0) return
  const { minX, minY, maxX, maxY } = extentOf(positions)
  const [width, height] = [mm(maxX - minX), mm(maxY - minY)]
  const limit = limitsOf(kind).orderSideM
  if (Math.max(width, height) > limit)
    report('COR1202', REQUESTS_POINTER, `${width} x ${height}, hoogstens ${limit} x ${limit}`)
}

/** @param nowMs the moment of receipt */
export const validateOrder = (order: WireOrder, nowMs: number): RegistryMessage[] => {
  const messages: RegistryMessage[] = []
  const report: Report = (code, pointer, detail) => messages.push(messageOf(code, pointer, detail))
  const requests = order.gebiedsinformatieAanvragen
  const { factuurReferentie, factuurInkoopnummer } = order.bestelling
  if ((factuurReferentie ?? '').length > MAX_INVOICE_REFERENCE) report('COR1210', '/bestelling/factuurReferentie')
  if ((factuurInkoopnummer ?? '').length > MAX_INVOICE_REFERENCE) report('COR1211', '/bestelling/factuurInkoopnummer')
  const customer = customerOf(requests[0]?.aanvrager?.organisatie?.relatienummer ?? '')
  if (customer?.eInvoicing && !factuurReferentie && !factuurInkoopnummer) {
    report('COR1212', '/bestelling/factuurReferentie')
  }
  if (requests.length > MAX_PARTS_PER_ORDER) report('SIM_LIMIT', REQUESTS_POINTER)
  validatePositions(report, requests)
  validateTogether(report, requests)
  const today = dutchDate(nowMs)
  requests.forEach((request, index) => {
    validateRequest(report, `${REQUESTS_POINTER}/${index}`, request, today)
    if (requests.length > 1 && kindOf(request) === 'CALAMITEIT')
      report('COR1012', `${REQUESTS_POINTER}/${index}/aanvraagSoort`)
  })
  // Only a sound order is held against the safety areas: a broken ring overlaps nothing.
  if (!messages.some(({ severity }) => severity === 'ERROR')) {
    requests.forEach((request, index) => {
      const warning = safetyWarningOf(request)
      if (warning) report(warning, `${REQUESTS_POINTER}/${index}`)
    })
  }
  return messages
}
