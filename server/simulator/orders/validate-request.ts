/** The rules for one request: what its kind asks for, takes and refuses. */

import type { KlicType } from '../../registry/klic.ts'
import { KINDS_OF_WORK } from '../../registry/orders/kinds-of-work.ts'
import {
  MAX_START_WORKING_DAYS,
  MAX_WORKS,
  MAX_WORKS_NOTE,
  REFERENCE_PATTERN,
} from '../../registry/orders/notification.ts'
import { DIG_DEPTHS, DIG_METHODS, KINDS_IN_VERSION_3, STANDARDS } from '../../registry/orders/standards.ts'
import { addWorkingDays, isDate } from '../../registry/working-days.ts'
import { customerOf } from '../customer.ts'
import type { WireRequest } from '../model.ts'
import { kindOf, versionOf } from './kinds.ts'
import type { Report } from './validate-address.ts'
import { validateApplicant, validateClient, validateConnections, validateLocations } from './validate-party.ts'
import { validateAreas } from './validate-polygon.ts'

/** Which member names the works, and which would in the other version. */
const WORKS_MEMBERS = {
  2: { own: 'soortWerkzaamheden', other: 'werkzaamhedenInfo' },
  3: { own: 'werkzaamhedenInfo', other: 'soortWerkzaamheden' },
} as const
const KINDS = { 2: KINDS_OF_WORK as readonly string[], 3: KINDS_IN_VERSION_3 }
const COORDINATION = 'voorbereidingCoordinatieCivieleWerken'
const SHARED_USE = 'voorbereidingMedegebruikFysiekeInfrastructuur'

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

const refuseDates = (report: Report, pointer: string, request: WireRequest): void => {
  if (request.startDatum !== undefined) report('COR0188', `${pointer}/startDatum`)
  if (request.eindDatum !== undefined) report('COR0189', `${pointer}/eindDatum`)
}

const validateWorks = (report: Report, pointer: string, request: WireRequest): void => {
  const version = versionOf(request)
  const { valuePrefix } = STANDARDS[version]
  const { own, other } = WORKS_MEMBERS[version]
  const info = request.werkzaamhedenInfo
  const at = version === 3 ? `${pointer}/werkzaamhedenInfo/soortWerkzaamheden` : `${pointer}/soortWerkzaamheden`
  const works = (version === 3 ? info?.soortWerkzaamheden : request.soortWerkzaamheden) ?? []
  const note = request.omschrijvingWerkzaamheden
  if (request[other] !== undefined) report('COR1004', `${pointer}/${other}`, other)
  if (works.length === 0) report('COR0190', request[own] === undefined ? `${pointer}/${own}` : at)
  else if (works.length + (note ? 1 : 0) > MAX_WORKS) report('COR0191', at)
  const hold = (list: string, known: readonly string[], value: string, place: string): void => {
    if (!known.some((each) => `${valuePrefix}${list}/${each}` === value)) report('COR0216', place)
  }
  works.forEach((work, index) => {
    hold('SoortWerkzaamhedenValue', KINDS[version], work, `${at}/${index}`)
  })
  if (version === 3 && info) {
    // Which codes Kadaster will have for these is not published.
    if (!info.methode?.length) report('COR0190', `${pointer}/werkzaamhedenInfo/methode`)
    if (!info.maximaleWerkdiepte) report('COR0190', `${pointer}/werkzaamhedenInfo/maximaleWerkdiepte`)
    else
      hold(
        'MaximaleWerkdiepteValue',
        DIG_DEPTHS,
        info.maximaleWerkdiepte,
        `${pointer}/werkzaamhedenInfo/maximaleWerkdiepte`,
      )
    info.methode?.forEach((method, index) => {
      hold('GraafmethodeValue', DIG_METHODS, method, `${pointer}/werkzaamhedenInfo/methode/${index}`)
    })
  }
  if ((note ?? '').length > MAX_WORKS_NOTE) report('COR0192', `${pointer}/omschrijvingWerkzaamheden`)
}

/** Who prepares for shared use or coordination names no works; everyone else with an oriëntatieverzoek must. */
const validatePreparation = (report: Report, pointer: string, request: WireRequest): void => {
  const flags = [COORDINATION, SHARED_USE].filter((flag) => request[flag as keyof WireRequest] === true)
  if (flags.length === 0) {
    validateWorks(report, pointer, request)
    return
  }
  if (flags.length === 2) for (const flag of flags) report('COR0204', `${pointer}/${flag}`)
  const { own } = WORKS_MEMBERS[versionOf(request)]
  if (request[own]) report('COR0205', `${pointer}/${own}`)
  else if (request.omschrijvingWerkzaamheden) report('COR0205', `${pointer}/${flags[0]}`)
}

const refusePreparation = (report: Report, pointer: string, request: WireRequest): void => {
  if (request[SHARED_USE] !== undefined) report('COR0202', `${pointer}/${SHARED_USE}`)
  if (request[COORDINATION] !== undefined) report('COR0203', `${pointer}/${COORDINATION}`)
}

const validateReference = (report: Report, pointer: string, request: WireRequest): void => {
  const { referentie } = request
  if (!referentie) report('COR0256', `${pointer}/referentie`)
  else if (referentie.length > STANDARDS[versionOf(request)].maxReference) report('COR0193', `${pointer}/referentie`)
  else if (!REFERENCE_PATTERN.test(referentie)) report('COR0194', `${pointer}/referentie`)
}

const refuse = (report: Report, pointer: string, request: WireRequest, ...names: (keyof WireRequest)[]): void => {
  for (const name of names) if (request[name] !== undefined) report('COR1004', `${pointer}/${name}`, name)
}

const BY_KIND: Record<KlicType, (report: Report, pointer: string, request: WireRequest, today: string) => void> = {
  GRAAF: (report, pointer, request, today) => {
    validateClient(report, pointer, request)
    validateWorks(report, pointer, request)
    refusePreparation(report, pointer, request)
    validateDates(report, pointer, request, today)
    validateConnections(report, pointer, request)
  },
  ORIENT: (report, pointer, request) => {
    const customer = customerOf(request.aanvrager?.organisatie?.relatienummer ?? '')
    if (customer?.mayOrient === false) report('COR1021', `${pointer}/aanvrager`)
    refuse(report, pointer, request, 'opdrachtgever')
    validatePreparation(report, pointer, request)
    refuseDates(report, pointer, request)
    validateConnections(report, pointer, request)
  },
  CALAMITEIT: (report, pointer, request) => {
    refuse(report, pointer, request, 'opdrachtgever', 'huisaansluitingAdressen')
    for (const name of ['soortWerkzaamheden', 'werkzaamhedenInfo', 'omschrijvingWerkzaamheden'] as const) {
      if (request[name] !== undefined) report('COR0181', `${pointer}/${name}`)
    }
    refusePreparation(report, pointer, request)
    refuseDates(report, pointer, request)
  },
}

/** @param pointer /gebiedsinformatieAanvragen/{i}; @param today the Dutch date of receipt */
export const validateRequest = (report: Report, pointer: string, request: WireRequest, today: string): void => {
  if (!request.aanvraagSoort) {
    report('COR0210', `${pointer}/aanvraagSoort`)
    return
  }
  const kind = kindOf(request)
  if (!kind) {
    report('COR0216', `${pointer}/aanvraagSoort`)
    return
  }
  validateApplicant(report, pointer, request)
  validateReference(report, pointer, request)
  validateLocations(report, pointer, request)
  BY_KIND[kind](report, pointer, request, today)
  validateAreas(report, pointer, request, kind)
}
