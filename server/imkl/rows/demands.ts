/**
 * Whom the digger must speak to before digging, from what was delivered: an operator that demands precautions, and one with
 * a pipeline with hazardous contents in the dig polygon. A precaution area outside the dig polygon demands nothing of the
 * digger. Sources: WIBON; Kadaster, product page of the excavation notification; CROW 500 as cited by RDI.
 */

import { type DrawnArea, drawnArea } from '../../geometry/drawn-area.ts'
import type { Position, ResultGeometry } from '../../geometry/geometry.ts'
import { compare, sortUnique } from '../../platform/text-order.ts'
import { HAZARDOUS_THEME, mustBeSpokenTo } from '../../registry/speak-to.ts'
import { hasLinks, operatorOf } from '../gml/classes.ts'
import { structuresOf } from '../gml/properties.ts'
import { type Feature, themeOfFeature } from '../merge/feature.ts'
import type { OperatorSummary } from '../model/conversion-task.ts'
import { contactOf } from './operators.ts'

type Contact = Omit<OperatorSummary['contacts'][number], 'kind'>

interface PrecautionArea {
  theme: string | null
  contacts: Contact[]
  geometry: ResultGeometry | null
}

export class Demands {
  private readonly digPolygons: DrawnArea[] = []
  private readonly areas = new Map<string, PrecautionArea[]>()
  private readonly pipelines = new Map<string, ResultGeometry[]>()

  /** @param geometry RD New metres */
  add(feature: Feature, geometry: ResultGeometry | null): void {
    const { objecttype, id, versions } = feature
    if (objecttype === 'Graafpolygoon' && geometry?.type === 'MultiPolygon')
      this.digPolygons.push(...geometry.polygons.map((rings) => drawnArea(rings.map(positionsOf))))
    else if (objecttype === 'AanduidingEisVoorzorgsmaatregel')
      push(this.areas, operatorOf(id), {
        theme: themeOfFeature(feature),
        contacts: versions
          .flatMap(({ properties }) => structuresOf(properties, 'contactVoorzorgsmaatregel'))
          .flatMap((fields) => contactOf(fields) ?? []),
        geometry,
      })
    else if (geometry && hasLinks(objecttype) && themeOfFeature(feature) === HAZARDOUS_THEME)
      push(this.pipelines, operatorOf(id), geometry)
  }

  /** The operators with what is demanded of the digger, also those that a delivery lists nowhere but as owners. */
  addedTo(operators: readonly OperatorSummary[]): OperatorSummary[] {
    const listed = new Set(operators.map(({ code }) => code))
    const unlisted = [...this.areas.keys(), ...this.pipelines.keys()].filter((code) => !listed.has(code))
    const others = [...new Set(unlisted)].map((code) => this.of(ownerOnly(code))).filter(mustBeSpokenTo)
    return [...operators.map((operator) => this.of(operator)), ...others].sort((a, b) => compare(a.code, b.code))
  }

  /** Contacts for precautions come before the others. */
  private of(operator: OperatorSummary): OperatorSummary {
    const all = this.areas.get(operator.code) ?? []
    const met = all.filter(({ geometry }) => this.isDug(geometry))
    const precaution = operator.precaution || met.length > 0
    // The flag of an operator concerns its areas, met or not.
    const own = met.length > 0 ? met : precaution ? all : []
    const contacts = own.flatMap((area) => area.contacts).map((contact) => [JSON.stringify(contact), contact] as const)
    const distinct = [...new Map(contacts)].sort(([a], [b]) => compare(a, b)).map(([, contact]) => contact)
    return {
      ...operator,
      precaution,
      precautionThemes: sortUnique(own.flatMap(({ theme }) => theme ?? [])),
      hazardous: (this.pipelines.get(operator.code) ?? []).some((pipeline) => this.isDug(pipeline)),
      contacts: [...distinct.map((contact) => ({ kind: 'voorzorg' as const, ...contact })), ...operator.contacts],
    }
  }

  private isDug(geometry: ResultGeometry | null): boolean {
    return geometry !== null && this.digPolygons.some((polygon) => polygon.meets(geometry))
  }
}

const ownerOnly = (code: string): OperatorSummary => ({
  code,
  name: code || 'Onbekende netbeheerder',
  delivered: true,
  involved: null,
  precaution: false,
  themes: [],
  missingIn: [],
  contacts: [],
})

const positionsOf = (flat: readonly number[]): Position[] =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!])

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
