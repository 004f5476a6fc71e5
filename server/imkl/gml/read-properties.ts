/**
 * Which properties of a member are read. All of them, known or not, so that nothing is silently missing (what no column
 * holds goes to `overige_kenmerken`), but for three kinds: what only repeats the gml:id, what is personal data of
 * requester and client, and what a link says a second time after its owner.
 */
import { LINK } from './classes.ts'

/** Parts of the gml:id written once more, and GML's own bookkeeping. */
const REPEATED = new Set(['identificatie', 'inspireId', 'boundedBy', 'metaDataProperty'])

/** Who asked, and for whom: never read. Of an unknown class, neither. */
const PERSONAL = /aanvrager|opdrachtgever|contactpersoon/i

/** The request holds personal data, so of it only these are read, also when a later version adds some. */
const OF_REQUEST = new Set([
  'ordernummer',
  'positienummer',
  'klicMeldnummer',
  'referentie',
  'aanvraagSoort',
  'aanvraagDatum',
  'startDatum',
  'eindDatum',
  'locatieWerkzaamheden',
  'locatieOmschrijving',
  'soortWerkzaamheden',
  'omschrijvingWerkzaamheden',
  'huisaansluitingAdressen',
  'voorbereidingCoordinatieCivieleWerken',
  'voorbereidingMedegebruikFysiekeInfrastructuur',
])

const OF_LINK = new Set(['inNetwork', 'fictitious'])

/**
 * Properties whose inner elements are looked up by name; of these the first of a name counts. Of all others every
 * value is kept.
 */
export const STRUCTURES = new Set([
  'labelpositie',
  'contactVoorzorgsmaatregel',
  'BGT_ID',
  'adres',
  'locatieWerkzaamheden',
  'organisatie',
  'contactAanvraag',
  'contactNetinformatie',
  'contactBeschadiging',
  'disclaimer',
])

/** @param name local name of a property */
export function isRead(objecttype: string, name: string): boolean {
  if (objecttype === LINK) return OF_LINK.has(name)
  if (objecttype === 'GebiedsinformatieAanvraag') return OF_REQUEST.has(name)
  return !REPEATED.has(name) && !PERSONAL.test(name)
}

/** Of a class that is about a person nothing but the fact that it is there is read. */
export const isPersonal = (objecttype: string): boolean => PERSONAL.test(objecttype)
