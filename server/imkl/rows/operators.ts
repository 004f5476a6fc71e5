/**
 * Network operators (netbeheerders): who has an interest in the area, who delivered, whom to call. An operator that did
 * not answer leaves an empty map that looks safe, so nothing here ever turns "unknown" into "delivered".
 */

import { compare, sortUnique } from '../../platform/text-order.ts'
import type { Administrative, Delivery } from '../delivery/delivery.ts'
import { operatorOf } from '../gml/classes.ts'
import { booleanOf, codeIn, codesOf, fieldOf, structuresOf, textOf, textsOf } from '../gml/properties.ts'
import type { Fields, Properties } from '../gml/read.ts'
import type { OperatorSummary } from '../model/conversion-task.ts'
import type { Row } from '../model/layers.ts'
import { operatorsTogether } from '../model/operators.ts'
import { leftoversOf } from './leftovers.ts'

type ContactKind = Exclude<OperatorSummary['contacts'][number]['kind'], 'voorzorg'>
interface Contact {
  name: string
  phone: string
  email: string
}

/** A registered interest (belang) in the area, with the contacts for this kind of request. */
interface Interest {
  properties: Properties
  themes: string[]
  contacts: Partial<Record<ContactKind, Contact>>
}

/** An operator in one delivery. */
export interface DeliveryOperator {
  code: string
  name: string
  chamberOfCommerce: string | null
  website: string | null
  delivered: boolean
  involved: boolean | null
  precaution: boolean | null
  interests: Interest[]
  themesDelivered: string[]
  /** Of the party and of the operator itself. */
  properties: Properties
}

const CONTACTS: readonly { kind: ContactKind; property: string; column: string }[] = [
  { kind: 'aanvraag', property: 'contactAanvraag', column: 'aanvraag' },
  { kind: 'netinformatie', property: 'contactNetinformatie', column: 'net' },
  { kind: 'beschadiging', property: 'contactBeschadiging', column: 'schade' },
]
const TOUCHED = ['Graafpolygoon', 'Informatiepolygoon', 'Orientatiepolygoon'].map((name) => `geraaktBelangBij${name}`)

/** The operators that a delivery lists, by code. */
export function operatorsIn(delivery: Delivery): DeliveryOperator[] {
  const request = [...delivery.administrative.values()].find((one) => one.objecttype === 'GebiedsinformatieAanvraag')
  const requestKind = request ? (codesOf(request.properties, 'aanvraagSoort')[0] ?? null) : null
  const parties = [...delivery.administrative.values()].filter((one) => one.objecttype === 'Belanghebbende')
  return parties.map((party) => operatorOfParty(delivery, party, requestKind)).sort((a, b) => compare(a.code, b.code))
}

function operatorOfParty(delivery: Delivery, party: Administrative, requestKind: string | null): DeliveryOperator {
  const target = (id: string): Administrative | undefined => delivery.administrative.get(id)
  const { properties } = party
  const operator = target(textOf(properties, 'netbeheerder') ?? '')
  const code = (operator && textOf(operator.properties, 'bronhoudercode')) || operatorOf(party.id)
  const organisation = operator ? structuresOf(operator.properties, 'organisatie')[0] : undefined
  const interests = unique(TOUCHED.flatMap((property) => textsOf(properties, property)))
    .map(target)
    .filter((interest) => interest !== undefined)
  const networks = textsOf(properties, 'utiliteitsnet').map((id) => delivery.networks.get(id)?.theme ?? null)
  const delivered = booleanOf(properties, 'beheerdersinformatieGeleverd') === true
  return {
    code,
    name: fieldOf(organisation, 'naam') ?? code,
    chamberOfCommerce: (operator && textOf(operator.properties, 'kvkNummer')) ?? fieldOf(organisation, 'kvkNummer'),
    website: (operator && textOf(operator.properties, 'websiteKlic')) ?? null,
    delivered,
    involved: delivered ? booleanOf(properties, 'betrokkenBijAanvraag') : null,
    // IMKL 1.2.1 has the shorter name.
    precaution:
      booleanOf(properties, 'indicatieEisVoorzorgsmaatregel') ?? booleanOf(properties, 'eisVoorzorgsmaatregel'),
    interests: interests.map((interest) => interestOf(interest, requestKind)),
    themesDelivered: sortUnique(networks.filter((theme) => theme !== null)),
    properties: { ...operator?.properties, ...properties },
  }
}

function interestOf({ properties }: Administrative, requestKind: string | null): Interest {
  const contacts: Interest['contacts'] = {}
  for (const { kind, property } of CONTACTS) {
    const offered = structuresOf(properties, property)
    const forThisKind = offered.find((one) => codeIn(fieldOf(one, 'aanvraagSoort') ?? '') === requestKind)
    const contact = contactOf(forThisKind ?? offered[0])
    if (contact) contacts[kind] = contact
  }
  return { properties, themes: sortUnique(codesOf(properties, 'thema')), contacts }
}

/** null: all of it is empty */
export function contactOf(fields: Fields | undefined): Contact | null {
  const contact = {
    name: fieldOf(fields, 'naam') ?? '',
    phone: fieldOf(fields, 'telefoon') ?? '',
    email: fieldOf(fields, 'email') ?? '',
  }
  return contact.name || contact.phone || contact.email ? contact : null
}

/** Over all deliveries; delivered only if in every delivery that lists it. */
export const summariseOperators = (deliveries: readonly Delivery[]): OperatorSummary[] =>
  operatorsTogether(
    deliveries.map((delivery) => operatorsIn(delivery).map((operator) => summaryOf(operator, delivery.klicNumber))),
  )

const summaryOf = (operator: DeliveryOperator, klicNumber: string): OperatorSummary => ({
  code: operator.code,
  name: operator.name,
  delivered: operator.delivered,
  involved: operator.involved,
  precaution: operator.precaution === true,
  themes: sortUnique([...operator.interests.flatMap(({ themes }) => themes), ...operator.themesDelivered]),
  missingIn: operator.delivered ? [] : [klicNumber],
  contacts: operator.interests.flatMap(({ contacts }) =>
    CONTACTS.flatMap(({ kind }) => (contacts[kind] ? [{ kind, ...contacts[kind] }] : [])),
  ),
})

/** Rows of the table `netbeheerder`: one per operator and interest. */
export function operatorRows(delivery: Delivery): Row[] {
  return operatorsIn(delivery).flatMap((operator) => {
    const interests: (Interest | null)[] = operator.interests.length > 0 ? operator.interests : [null]
    return interests.map((interest) => operatorRow(delivery, operator, interest))
  })
}

function operatorRow(delivery: Delivery, operator: DeliveryOperator, interest: Interest | null): Row {
  const row: Row = {
    klic_nummer: delivery.klicNumber,
    bronhouder: operator.code,
    naam: operator.name,
    kvk_nummer: operator.chamberOfCommerce,
    website: operator.website,
    geleverd: operator.delivered,
    betrokken: operator.involved,
    eis_voorzorgsmaatregel: operator.precaution,
    themas_belang: interest?.themes.join(',') || null,
    themas_geleverd: operator.themesDelivered.join(',') || null,
  }
  for (const { kind, column } of CONTACTS) {
    const contact = interest?.contacts[kind]
    row[`contact_${column}_naam`] = contact?.name || null
    row[`contact_${column}_telefoon`] = contact?.phone || null
    row[`contact_${column}_email`] = contact?.email || null
  }
  const { thema: _shown, ...interestProperties } = interest?.properties ?? {}
  row.overige_kenmerken = leftoversOf({ ...interestProperties, ...operator.properties }, row)
  return row
}

const unique = (values: string[]): string[] => [...new Set(values)]
