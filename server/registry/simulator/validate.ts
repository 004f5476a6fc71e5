/**
 * What the registry finds in an order after it took it in: messages with Kadaster's codes and pointers, many at once.
 * One ERROR refuses the whole order. Judged on the day of receipt, in Dutch time.
 * Calamity notifications are refused (COR1021): the product does not offer them.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Ring } from '../../domain/geometry.ts'
import type { KlicType } from '../../domain/klic.ts'
import {
  KINDS_OF_WORK,
  MAX_INVOICE_REFERENCE,
  MAX_REFERENCE,
  MAX_START_WORKING_DAYS,
  MAX_WORKS,
  MAX_WORKS_NOTE,
  REFERENCE_PATTERN,
} from '../../domain/notification.ts'
import { MAX_PARTS_PER_ORDER, REGISTRY_LIMITS } from '../../domain/prices.ts'
import { type RingFault, ringFaults } from '../../domain/ring-faults.ts'
import { addWorkingDays, dutchDate, isDate } from '../../domain/working-days.ts'
import { positionOf, VALUE_PREFIX } from '../client/order-body.ts'
import type { RegistryMessage } from '../client/types.ts'
import { extentOf } from './clip.ts'
import { customerOf } from './customer.ts'
import { type MessageCode, messageOf } from './messages.ts'
import type { WireOrder, WirePolygon, WireRequest } from './model.ts'
import { type Report, validateApplicant, validateClient, validateLocations } from './validate-party.ts'

const KINDS: Record<string, KlicType> = {
  [`${VALUE_PREFIX}AanvraagSoortValue/graafmelding`]: 'GRAAF',
  [`${VALUE_PREFIX}AanvraagSoortValue/orientatieverzoek`]: 'ORIENT',
}
const CALAMITY = `${VALUE_PREFIX}AanvraagSoortValue/calamiteitenmelding`
const WORKS_PREFIX = `${VALUE_PREFIX}SoortWerkzaamhedenValue/`

export const klicTypeOf = (request: WireRequest): KlicType | undefined => KINDS[request.aanvraagSoort ?? '']

/** The area that decides: what is cut to, and what the extent of the order is made of. */
export const ringOf = (request: WireRequest): Ring =>
  ((request.graafPolygoon ?? request.orientatiePolygoon)?.coordinates?.[0] ?? []) as Ring

const RING_CODES: Record<RingFault, MessageCode> = {
  not_two_numbers: 'COR1052',
  holes: 'GEO0025',
  not_closed: 'GEO0025',
  too_few_positions: 'GEO0025',
  too_many_positions: 'GEO_ERR',
  decimals: 'COR1050',
  repeated_position: 'GEO0025',
  touches_itself: 'GEO0025',
  too_large: 'GEO_ERR',
  outside_netherlands: 'GEO_ERR',
}
/** Faults of single coordinates are reported at the coordinates, the others at the polygon. */
const AT_COORDINATES: readonly RingFault[] = ['not_two_numbers', 'decimals']

const validatePolygon = (report: Report, pointer: string, polygon: WirePolygon, klicType: KlicType): void => {
  if (polygon.type !== 'Polygon') report('COR0223', `${pointer}/type`)
  if (polygon.crs?.type !== 'name') report('COR1051', `${pointer}/crs/type`)
  if (polygon.crs?.properties?.name !== 'EPSG:28992') report('COR0224', `${pointer}/crs/properties/name`)
  if (!polygon.coordinates) {
    report('COR1001', `${pointer}/coordinates`, 'coordinates')
    return
  }
  for (const fault of ringFaults(polygon.coordinates as Ring[], klicType)) {
    report(RING_CODES[fault], AT_COORDINATES.includes(fault) ? `${pointer}/coordinates` : pointer, fault)
  }
}

const validateDates = (report: Report, pointer: string, request: WireRequest, today: string): void => {
  const { startDatum, eindDatum } = request
  if (!startDatum) report('COR0182', `${pointer}/startDatum`)
  else if (!isDate(startDatum)) report('COR0211', `${pointer}/startDatum`)
  else if (startDatum <= today) report('COR0183', `${pointer}/startDatum`)
  else if (startDatum > addWorkingDays(today, MAX_START_WORKING_DAYS)) report('COR0184', `${pointer}/startDatum`)
  if (!eindDatum) report('COR0185', `${pointer}/eindDatum`)
  else if (!isDate(eindDatum)) report('COR0211', `${pointer}/eindDatum`)
  else if (startDatum && isDate(startDatum) && eindDatum < startDatum) report('COR0187', `${pointer}/eindDatum`)
}

const validateWorks = (report: Report, pointer: string, request: WireRequest): void => {
  const works = request.soortWerkzaamheden ?? []
  const note = request.omschrijvingWerkzaamheden
  if (works.length === 0) report('COR0190', `${pointer}/soortWerkzaamheden`)
  else if (works.length + (note ? 1 : 0) > MAX_WORKS) report('COR0191', `${pointer}/soortWerkzaamheden`)
  works.forEach((work, index) => {
    const known = work.startsWith(WORKS_PREFIX) && KINDS_OF_WORK.some((kind) => WORKS_PREFIX + kind === work)
    if (!known) report('COR0216', `${pointer}/soortWerkzaamheden/${index}`)
  })
  if ((note ?? '').length > MAX_WORKS_NOTE) report('COR0192', `${pointer}/omschrijvingWerkzaamheden`)
}

const validateRequest = (report: Report, pointer: string, request: WireRequest, today: string): void => {
  if (!request.aanvraagSoort) {
    report('COR0210', `${pointer}/aanvraagSoort`)
    return
  }
  if (request.aanvraagSoort === CALAMITY) {
    report('COR1021', `${pointer}/aanvrager`)
    return
  }
  const klicType = klicTypeOf(request)
  if (!klicType) {
    report('COR0216', `${pointer}/aanvraagSoort`)
    return
  }

  validateApplicant(report, pointer, request)
  const { referentie } = request
  if (!referentie) report('COR0256', `${pointer}/referentie`)
  else if (referentie.length > MAX_REFERENCE) report('COR0193', `${pointer}/referentie`)
  else if (!REFERENCE_PATTERN.test(referentie)) report('COR0194', `${pointer}/referentie`)
  validateWorks(report, pointer, request)
  validateLocations(report, pointer, request)

  if (klicType === 'GRAAF') {
    validateClient(report, pointer, request)
    validateDates(report, pointer, request, today)
    if (request.orientatiePolygoon) report('COR1004', `${pointer}/orientatiePolygoon`, 'orientatiePolygoon')
    if (!request.graafPolygoon) report('COR1009', `${pointer}/graafPolygoon`)
    else validatePolygon(report, `${pointer}/graafPolygoon`, request.graafPolygoon, klicType)
    return
  }
  const customer = customerOf(request.aanvrager?.organisatie?.relatienummer ?? '')
  if (customer?.mayOrient === false) report('COR1021', `${pointer}/aanvrager`)
  if (request.opdrachtgever) report('COR1004', `${pointer}/opdrachtgever`, 'opdrachtgever')
  if (request.startDatum) report('COR0188', `${pointer}/startDatum`)
  if (request.eindDatum) report('COR0189', `${pointer}/eindDatum`)
  if (request.graafPolygoon) report('COR1004', `${pointer}/graafPolygoon`, 'graafPolygoon')
  if (request.informatiePolygoon) report('GEO0024', `${pointer}/informatiePolygoon`)
  if (!request.orientatiePolygoon) report('COR1010', `${pointer}/orientatiePolygoon`)
  else validatePolygon(report, `${pointer}/orientatiePolygoon`, request.orientatiePolygoon, klicType)
}

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

const LIST = '/gebiedsinformatieAanvragen'

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
    if (fault) report(fault, `${LIST}/${index}/positienummer`)
  }
}

const validateTogether = (report: Report, requests: readonly WireRequest[]): void => {
  const first = requests[0]!
  requests.slice(1).forEach((request, n) => {
    for (const field of IDENTICAL) {
      if (!isDeepStrictEqual(request[field], first[field])) report('COR1005', `${LIST}/${n + 1}/${field}`, field)
    }
  })
  const klicType = klicTypeOf(first)
  const positions = requests.flatMap(ringOf)
  if (!klicType || positions.length === 0) return
  const { minX, minY, maxX, maxY } = extentOf(positions)
  const [width, height] = [Math.round(maxX - minX), Math.round(maxY - minY)]
  const limit = REGISTRY_LIMITS[klicType].orderSideM
  if (Math.max(width, height) > limit) report('COR1202', LIST, `${width} x ${height}, hoogstens ${limit} x ${limit}`)
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
  if (requests.length > MAX_PARTS_PER_ORDER) report('SIM_LIMIT', LIST)
  validatePositions(report, requests)
  validateTogether(report, requests)
  const today = dutchDate(nowMs)
  requests.forEach((request, index) => {
    validateRequest(report, `${LIST}/${index}`, request, today)
  })
  return messages
}
