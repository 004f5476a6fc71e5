/** The three kinds of request the registry knows, as they stand in its messages. */
import type { Ring } from '../../geometry/geometry.ts'
import { REGISTRY_LIMITS } from '../../geometry/registry-limits.ts'
import type { KlicType } from '../../registry/klic.ts'
import { STANDARDS, type StandardVersion } from '../../registry/orders/standards.ts'
import type { WirePolygon, WireRequest } from '../model.ts'

/** Last part of the aanvraagSoort. */
export const KIND_VALUE: Readonly<Record<KlicType, string>> = {
  GRAAF: 'graafmelding',
  ORIENT: 'orientatieverzoek',
  CALAMITEIT: 'calamiteitenmelding',
}
/** In a KLIC number, and before the code of a precaution. */
export const KIND_LETTER: Readonly<Record<KlicType, string>> = { GRAAF: 'G', ORIENT: 'O', CALAMITEIT: 'C' }

const KINDS = Object.keys(KIND_VALUE) as KlicType[]

/** The version of the standards that a request is written in: its codes say it. */
export const versionOf = ({ aanvraagSoort = '' }: WireRequest): StandardVersion =>
  aanvraagSoort.startsWith(STANDARDS[3].valuePrefix) ? 3 : 2

export const kindOf = (request: WireRequest): KlicType | undefined => {
  const prefix = `${STANDARDS[versionOf(request)].valuePrefix}AanvraagSoortValue/`
  return KINDS.find((kind) => prefix + KIND_VALUE[kind] === request.aanvraagSoort)
}

export const limitsOf = (kind: KlicType): { partSideM: number; orderSideM: number } => REGISTRY_LIMITS[kind]

const outerRing = (polygon: WirePolygon | undefined): Ring => (polygon?.coordinates?.[0] ?? []) as Ring

/** Where there will be dug, or what is to be looked at: closed, RD metres; empty when it is missing. */
export const areaRingOf = (request: WireRequest): Ring => outerRing(request.graafPolygoon ?? request.orientatiePolygoon)

/** What a delivery is cut to: the wider information polygon where there is one. */
export const selectionRingOf = (request: WireRequest): Ring => {
  const wider = outerRing(request.informatiePolygoon)
  return wider.length > 0 ? wider : areaRingOf(request)
}
