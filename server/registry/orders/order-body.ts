/**
 * Our record of an order as the bytes Kadaster reads, and Kadaster's pointers back as our fields.
 * The only file that knows the member names of the request. What it makes is stored before it is sent, and only those
 * bytes are ever sent.
 */
import { createHash } from 'node:crypto'
import type { Ring } from '../../geometry/geometry.ts'
import type { KlicType } from '../klic.ts'
import {
  type Address,
  type Contact,
  cleanReference,
  type OrderDraft,
  type Preparation,
  type Principal,
} from './notification.ts'
import { STANDARDS } from './standards.ts'

export const COUNTRY_PREFIX = 'http://publications.europa.eu/resource/authority/country/'

const REQUEST_KINDS = {
  GRAAF: 'graafmelding',
  ORIENT: 'orientatieverzoek',
  CALAMITEIT: 'calamiteitenmelding',
} as const satisfies Record<KlicType, string>

const PREPARATIONS: Readonly<Record<Preparation, string>> = {
  civil_works_coordination: 'voorbereidingCoordinatieCivieleWerken',
  shared_infrastructure: 'voorbereidingMedegebruikFysiekeInfrastructuur',
}

/** Members without a value are left out: Kadaster refuses some blocks even when they are empty. */
const filled = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

const addressBody = (address: Address) =>
  filled({
    BAGid: address.bagId,
    openbareRuimteNaam: address.street,
    huisnummer: address.houseNumber,
    huisletter: address.houseLetter,
    huisnummertoevoeging: address.houseNumberAddition,
    woonplaatsNaam: address.town,
    postcode: address.postcode,
    landcode: COUNTRY_PREFIX + address.country,
  })

const contactBody = (contact: Partial<Contact>) =>
  filled({ naam: contact.name, telefoon: contact.phone, email: contact.email })

const partyBody = (party: Principal, relationNumber?: string) => ({
  contactpersoon: contactBody(party.contact),
  organisatie: filled({
    naam: [party.organisation],
    kvkNummer: party.kvk,
    bezoekAdres: addressBody(party.address),
    relatienummer: relationNumber,
  }),
})

const polygonBody = (rings: readonly Ring[]) => ({
  type: 'Polygon',
  crs: { type: 'name', properties: { name: 'EPSG:28992' } },
  coordinates: rings,
})

/** First 0000000010, then ten more for each next part. */
export const positionOf = (index: number): string => String((index + 1) * 10).padStart(10, '0')

/** The same draft gives the same bytes. Does not judge: ask `precheck` first. */
export const buildOrder = (draft: OrderDraft): { body: string; bodySha256: string } => {
  const { applicant, principal } = draft
  const standard = STANDARDS[draft.standard ?? 2]
  const values = (list: string, codes: readonly string[]): string[] =>
    codes.map((code) => `${standard.valuePrefix}${list}/${code}`)
  // Of a calamity the registry takes no works, in no form, and no sketches.
  const isCalamity = draft.klicType === 'CALAMITEIT'
  const works = values('SoortWerkzaamhedenValue', isCalamity ? [] : [...new Set(draft.works.map(standard.kindOf))])
  const digging = draft.klicType === 'GRAAF'
  const extra = applicant.extraContact ? contactBody(applicant.extraContact) : {}
  const shared = {
    aanvrager: {
      ...partyBody(applicant, applicant.relationNumber),
      ...(Object.keys(extra).length > 0 ? { extraContact: extra } : {}),
    },
    referentie: cleanReference(draft.reference, standard.maxReference),
    ...(digging && principal ? { opdrachtgever: partyBody(principal) } : {}),
    aanvraagSoort: values('AanvraagSoortValue', [REQUEST_KINDS[draft.klicType]])[0],
    ...(draft.preparation && draft.klicType === 'ORIENT' ? { [PREPARATIONS[draft.preparation]]: true } : {}),
    ...(works.length > 0 && !standard.asksMethod ? { soortWerkzaamheden: works } : {}),
    ...(works.length > 0 && standard.asksMethod
      ? {
          werkzaamhedenInfo: {
            soortWerkzaamheden: works,
            methode: values('GraafmethodeValue', draft.methods ?? []),
            maximaleWerkdiepte: values('MaximaleWerkdiepteValue', draft.maxDepth ? [draft.maxDepth] : [])[0],
          },
        }
      : {}),
    ...filled({ omschrijvingWerkzaamheden: isCalamity ? null : draft.worksNote }),
    ...(digging ? filled({ startDatum: draft.startDate, eindDatum: draft.endDate }) : {}),
  }
  const body = JSON.stringify({
    bestelling: filled({
      postId: draft.postId,
      factuurReferentie: draft.invoiceReference,
      factuurInkoopnummer: draft.purchaseNumber,
    }),
    gebiedsinformatieAanvragen: draft.parts.map((part, index) => ({
      ...(draft.parts.length > 1 ? { positienummer: positionOf(index) } : {}),
      ...shared,
      locatieWerkzaamheden: addressBody(part.locationAddress),
      ...filled({ locatieOmschrijving: part.description }),
      ...(part.houseConnections?.length && !isCalamity
        ? { huisaansluitingAdressen: part.houseConnections.map(addressBody) }
        : {}),
      [draft.klicType === 'ORIENT' ? 'orientatiePolygoon' : 'graafPolygoon']: polygonBody(part.polygon.rings),
      ...(digging && part.informationPolygon ? { informatiePolygoon: polygonBody(part.informationPolygon.rings) } : {}),
    })),
  })
  return { body, bodySha256: createHash('sha256').update(body).digest('hex') }
}

const OUR_FIELDS: readonly [RegExp, string][] = [
  [/^aanvrager\/contactpersoon/, '/applicant/contact'],
  [/^aanvrager\/extraContact/, '/applicant/extraContact'],
  [/^aanvrager\/organisatie\/relatienummer/, '/applicant/relationNumber'],
  [/^aanvrager\/organisatie\/kvkNummer/, '/applicant/kvk'],
  [/^aanvrager\/organisatie\/naam/, '/applicant/organisation'],
  [/^aanvrager\/organisatie\/bezoekAdres/, '/applicant/address'],
  [/^aanvrager/, '/applicant'],
  [/^opdrachtgever\/contactpersoon/, '/principal/contact'],
  [/^opdrachtgever\/organisatie\/kvkNummer/, '/principal/kvk'],
  [/^opdrachtgever\/organisatie\/naam/, '/principal/organisation'],
  [/^opdrachtgever\/organisatie\/bezoekAdres/, '/principal/address'],
  [/^opdrachtgever/, '/principal'],
  [/^referentie/, '/reference'],
  [/^voorbereiding/, '/preparation'],
  [/^soortWerkzaamheden/, '/works'],
  [/^werkzaamhedenInfo\/methode/, '/methods'],
  [/^werkzaamhedenInfo\/maximaleWerkdiepte/, '/maxDepth'],
  [/^werkzaamhedenInfo/, '/works'],
  [/^omschrijvingWerkzaamheden/, '/worksNote'],
  [/^startDatum/, '/startDate'],
  [/^eindDatum/, '/endDate'],
  [/^aanvraagSoort/, '/klicType'],
  [/^locatieWerkzaamheden/, '/locationAddress'],
  [/^locatieOmschrijving/, '/description'],
  [/^huisaansluitingAdressen/, '/houseConnections'],
  [/^(graaf|orientatie|informatie)polygoon/i, '/polygon'],
]

/**
 * Kadaster's pointer as part and field of the draft. `part` counts from 0; null when the message is about the whole
 * order. `field` is null when we have no such field (the raw message then says more).
 */
export const locate = (pointer: string | null): { part: number | null; field: string | null } => {
  if (pointer?.startsWith('/bestelling/factuurReferentie')) return { part: null, field: '/invoiceReference' }
  if (pointer?.startsWith('/bestelling/factuurInkoopnummer')) return { part: null, field: '/purchaseNumber' }
  const match = /^\/gebiedsinformatieAanvragen\/(\d+)(?:\/(.*))?$/.exec(pointer ?? '')
  if (!match) return { part: null, field: null }
  const [, index, path = ''] = match
  return { part: Number(index), field: OUR_FIELDS.find(([pattern]) => pattern.test(path))?.[1] ?? null }
}
