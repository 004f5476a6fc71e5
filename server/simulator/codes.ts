/**
 * What the simulated registry can say about an order: every code of Kadaster's that a digger can meet, with the field it
 * is usually about. The codes are Kadaster's; the words are ours, in Dutch like theirs, because people see them and
 * because nobody may match on them. GEO_ERR and SIM_LIMIT stand in where Kadaster has published none.
 * Left out: what only the endpoint for operators' own tests says, and GEO0021 (whole metres), which is overtaken.
 */
import type { RegistryMessage } from '../registry/types.ts'

/** Text, and the usual field: from the request on, or from the root with a leading slash; null: about the call itself. */
const CODES = {
  COR0111: ['E-mailadres van het extra contact is ongeldig.', 'aanvrager/extraContact/email'],
  COR0112: ['E-mailadres van de contactpersoon is ongeldig.', 'aanvrager/contactpersoon/email'],
  COR0130: ['De opdrachtgever ontbreekt.', 'opdrachtgever'],
  COR0132: ['De naam van de opdrachtgever ontbreekt.', 'opdrachtgever/organisatie/naam/0'],
  COR0133: ['De contactpersoon van de opdrachtgever heeft geen naam.', 'opdrachtgever/contactpersoon/naam'],
  COR0134: [
    'De contactpersoon van de opdrachtgever heeft geen telefoonnummer.',
    'opdrachtgever/contactpersoon/telefoon',
  ],
  COR0135: ['De contactpersoon van de opdrachtgever heeft geen e-mailadres.', 'opdrachtgever/contactpersoon/email'],
  COR0136: ['E-mailadres van de opdrachtgever is ongeldig.', 'opdrachtgever/contactpersoon/email'],
  COR0139: ['Huisnummer van de opdrachtgever is te lang.', 'opdrachtgever/organisatie/bezoekAdres/huisnummer'],
  COR0150: [
    'Straat ontbreekt in het buitenlandse adres van de opdrachtgever.',
    'opdrachtgever/organisatie/bezoekAdres/openbareRuimteNaam',
  ],
  COR0151: [
    'Plaats ontbreekt in het buitenlandse adres van de opdrachtgever.',
    'opdrachtgever/organisatie/bezoekAdres/woonplaatsNaam',
  ],
  COR0152: [
    'Huisnummer ontbreekt in het buitenlandse adres van de opdrachtgever.',
    'opdrachtgever/organisatie/bezoekAdres/huisnummer',
  ],
  COR0163: ['Huisnummer van het locatieadres is te lang.', 'locatieWerkzaamheden/huisnummer'],
  COR0173: ['Huisnummer van het huisaansluitadres is te lang.', 'huisaansluitingAdressen/0/huisnummer'],
  COR0179: ['Te veel huisaansluitadressen.', 'huisaansluitingAdressen'],
  COR0181: ['Een calamiteitenmelding noemt geen werkzaamheden.', 'omschrijvingWerkzaamheden'],
  COR0182: ['De startdatum ontbreekt.', 'startDatum'],
  COR0183: ['De startdatum moet in de toekomst liggen.', 'startDatum'],
  COR0184: ['De startdatum ligt meer dan twintig werkdagen vooruit.', 'startDatum'],
  COR0185: ['De einddatum ontbreekt.', 'eindDatum'],
  COR0187: ['De einddatum ligt voor de startdatum.', 'eindDatum'],
  COR0188: ['Deze aanvraagsoort heeft geen startdatum.', 'startDatum'],
  COR0189: ['Deze aanvraagsoort heeft geen einddatum.', 'eindDatum'],
  COR0190: ['Geef ten minste één soort werkzaamheden.', 'soortWerkzaamheden'],
  COR0191: ['Te veel soorten werkzaamheden; een omschrijving telt als één.', 'soortWerkzaamheden'],
  COR0192: ['De omschrijving van de werkzaamheden is te lang.', 'omschrijvingWerkzaamheden'],
  COR0193: ['De referentie is te lang.', 'referentie'],
  COR0194: ['De referentie bevat tekens die niet mogen.', 'referentie'],
  COR0195: ['Telefoonnummer van de contactpersoon is ongeldig.', 'aanvrager/contactpersoon/telefoon'],
  COR0196: ['Het relatienummer is te lang.', 'aanvrager/organisatie/relatienummer'],
  COR0202: [
    'Medegebruik voorbereiden kan alleen met een oriëntatieverzoek.',
    'voorbereidingMedegebruikFysiekeInfrastructuur',
  ],
  COR0203: ['Coördinatie voorbereiden kan alleen met een oriëntatieverzoek.', 'voorbereidingCoordinatieCivieleWerken'],
  COR0204: ['Van de twee soorten voorbereiding mag er één waar zijn.', 'voorbereidingCoordinatieCivieleWerken'],
  COR0205: ['Wie voorbereidt, noemt geen werkzaamheden.', 'soortWerkzaamheden'],
  COR0208: ['KvK-nummer van de aanvrager is te lang.', 'aanvrager/organisatie/kvkNummer'],
  COR0210: ['De aanvraagsoort ontbreekt.', 'aanvraagSoort'],
  COR0211: ['Een datum heeft de vorm JJJJ-MM-DD.', 'eindDatum'],
  COR0215: ['Het adres van de aanvrager ontbreekt.', 'aanvrager/organisatie/bezoekAdres'],
  COR0216: ['De waarde staat niet in de waardelijst.', 'aanvraagSoort'],
  COR0221: ['Een buitenlands adres heeft geen BAG-id.', 'aanvrager/organisatie/bezoekAdres/BAGid'],
  COR0223: ['De geometrie moet een Polygon zijn.', 'graafPolygoon/type'],
  COR0224: ['Alleen EPSG:28992 is toegestaan.', 'graafPolygoon/crs/properties/name'],
  COR0229: ['De contactpersoon heeft geen naam.', 'aanvrager/contactpersoon/naam'],
  COR0230: ['De contactpersoon heeft geen telefoonnummer.', 'aanvrager/contactpersoon/telefoon'],
  COR0231: ['De contactpersoon heeft geen e-mailadres.', 'aanvrager/contactpersoon/email'],
  COR0232: [
    'Straat ontbreekt in het buitenlandse adres van de aanvrager.',
    'aanvrager/organisatie/bezoekAdres/openbareRuimteNaam',
  ],
  COR0233: [
    'Plaats ontbreekt in het buitenlandse adres van de aanvrager.',
    'aanvrager/organisatie/bezoekAdres/woonplaatsNaam',
  ],
  COR0238: [
    'Huisnummer ontbreekt in het buitenlandse adres van de aanvrager.',
    'aanvrager/organisatie/bezoekAdres/huisnummer',
  ],
  COR0250: ['De locatieomschrijving is te lang.', 'locatieOmschrijving'],
  COR0252: ['E-mailadres van het extra contact is te lang.', 'aanvrager/extraContact/email'],
  COR0253: ['Telefoonnummer van het extra contact is te lang.', 'aanvrager/extraContact/telefoon'],
  COR0254: ['Naam van het extra contact is te lang.', 'aanvrager/extraContact/naam'],
  COR0255: ['Telefoonnummer van het extra contact is ongeldig.', 'aanvrager/extraContact/telefoon'],
  COR0256: ['De referentie ontbreekt.', 'referentie'],
  COR0298: ['Dit adres moet in Nederland liggen.', 'huisaansluitingAdressen/0/landcode'],
  COR0299: ['Het huisaansluitadres is geen bekend adresseerbaar object van de BAG.', 'huisaansluitingAdressen/0/BAGid'],
  COR0301: [
    'Straat of huisnummer van het huisaansluitadres is anders dan in de BAG.',
    'huisaansluitingAdressen/0/huisnummer',
  ],
  COR0302: ['Huisletter van het huisaansluitadres is anders dan in de BAG.', 'huisaansluitingAdressen/0/huisletter'],
  COR0303: [
    'Toevoeging van het huisaansluitadres is anders dan in de BAG.',
    'huisaansluitingAdressen/0/huisnummertoevoeging',
  ],
  COR0304: ['Postcode van het huisaansluitadres is anders dan in de BAG.', 'huisaansluitingAdressen/0/postcode'],
  COR0305: ['Plaats van het huisaansluitadres is anders dan in de BAG.', 'huisaansluitingAdressen/0/woonplaatsNaam'],
  COR0309: ['Het locatieadres is geen bekend adresseerbaar object van de BAG.', 'locatieWerkzaamheden/BAGid'],
  COR0310: ['Straat van het locatieadres is anders dan in de BAG.', 'locatieWerkzaamheden/openbareRuimteNaam'],
  COR0311: ['Huisnummer van het locatieadres is anders dan in de BAG.', 'locatieWerkzaamheden/huisnummer'],
  COR0312: ['Huisletter van het locatieadres is anders dan in de BAG.', 'locatieWerkzaamheden/huisletter'],
  COR0313: ['Toevoeging van het locatieadres is anders dan in de BAG.', 'locatieWerkzaamheden/huisnummertoevoeging'],
  COR0314: ['Postcode van het locatieadres is anders dan in de BAG.', 'locatieWerkzaamheden/postcode'],
  COR0315: ['Plaats van het locatieadres is anders dan in de BAG.', 'locatieWerkzaamheden/woonplaatsNaam'],
  COR0319: [
    'Het adres van de aanvrager is geen bekende nummeraanduiding van de BAG.',
    'aanvrager/organisatie/bezoekAdres/BAGid',
  ],
  WAR0320: [
    'Let op: de straat van de organisatie heet in de BAG anders.',
    'aanvrager/organisatie/bezoekAdres/openbareRuimteNaam',
  ],
  COR0321: ['Huisnummer van de aanvrager is anders dan in de BAG.', 'aanvrager/organisatie/bezoekAdres/huisnummer'],
  WAR0322: [
    'Let op: de huisletter van de aanvrager is in de BAG anders.',
    'aanvrager/organisatie/bezoekAdres/huisletter',
  ],
  WAR0323: [
    'Let op: de toevoeging van de aanvrager is in de BAG anders.',
    'aanvrager/organisatie/bezoekAdres/huisnummertoevoeging',
  ],
  COR0324: ['Postcode van de aanvrager is anders dan in de BAG.', 'aanvrager/organisatie/bezoekAdres/postcode'],
  WAR0325: [
    'Let op: de plaats van de aanvrager heet in de BAG anders.',
    'aanvrager/organisatie/bezoekAdres/woonplaatsNaam',
  ],
  COR0329: [
    'Het adres van de opdrachtgever is geen bekende nummeraanduiding van de BAG.',
    'opdrachtgever/organisatie/bezoekAdres/BAGid',
  ],
  COR0331: [
    'Huisnummer van de opdrachtgever is anders dan in de BAG.',
    'opdrachtgever/organisatie/bezoekAdres/huisnummer',
  ],
  WAR0332: [
    'Let op: de huisletter van de opdrachtgever is in de BAG anders.',
    'opdrachtgever/organisatie/bezoekAdres/huisletter',
  ],
  WAR0333: [
    'Let op: de toevoeging van de opdrachtgever is in de BAG anders.',
    'opdrachtgever/organisatie/bezoekAdres/huisnummertoevoeging',
  ],
  COR0334: ['Postcode van de opdrachtgever is anders dan in de BAG.', 'opdrachtgever/organisatie/bezoekAdres/postcode'],
  WAR0335: [
    'Let op: de plaats van de opdrachtgever heet in de BAG anders.',
    'opdrachtgever/organisatie/bezoekAdres/woonplaatsNaam',
  ],
  COR0806: ['Naam van de aanvrager is te lang.', 'aanvrager/organisatie/naam/0'],
  COR0811: ['Naam van de contactpersoon is te lang.', 'aanvrager/contactpersoon/naam'],
  COR0818: ['Een Nederlands adres heeft een BAG-id nodig.', 'aanvrager/organisatie/bezoekAdres/BAGid'],
  COR0836: ['Straatnaam van de aanvrager is te lang.', 'aanvrager/organisatie/bezoekAdres/openbareRuimteNaam'],
  COR0841: ['Postcode van de aanvrager is te lang.', 'aanvrager/organisatie/bezoekAdres/postcode'],
  COR0846: ['Plaatsnaam van de aanvrager is te lang.', 'aanvrager/organisatie/bezoekAdres/woonplaatsNaam'],
  COR0851: ['Een huisnummer bestaat uit cijfers.', 'aanvrager/organisatie/bezoekAdres/huisnummer'],
  COR0852: ['Huisnummer van de aanvrager is te lang.', 'aanvrager/organisatie/bezoekAdres/huisnummer'],
  COR0855: ['Huisletter van de aanvrager is te lang.', 'aanvrager/organisatie/bezoekAdres/huisletter'],
  COR0860: [
    'Huisnummertoevoeging van de aanvrager is te lang.',
    'aanvrager/organisatie/bezoekAdres/huisnummertoevoeging',
  ],
  COR0897: ['De gegevens van de aanvrager wijken af van de klantregistratie.', 'aanvrager/organisatie/kvkNummer'],
  COR0898: ['Dit relatienummer is niet bekend.', 'aanvrager/organisatie/relatienummer'],
  COR0899: ['Het relatienummer ontbreekt.', 'aanvrager/organisatie/relatienummer'],
  COR0906: ['Naam van de opdrachtgever is te lang.', 'opdrachtgever/organisatie/naam/0'],
  COR0907: ['KvK-nummer van de opdrachtgever is te lang.', 'opdrachtgever/organisatie/kvkNummer'],
  COR0911: ['Naam van de contactpersoon van de opdrachtgever is te lang.', 'opdrachtgever/contactpersoon/naam'],
  COR0916: ['E-mailadres van de opdrachtgever is te lang.', 'opdrachtgever/contactpersoon/email'],
  COR0921: ['Telefoonnummer van de opdrachtgever is te lang.', 'opdrachtgever/contactpersoon/telefoon'],
  COR0922: ['Telefoonnummer van de opdrachtgever is ongeldig.', 'opdrachtgever/contactpersoon/telefoon'],
  COR0925: ['Het adres van de opdrachtgever ontbreekt.', 'opdrachtgever/organisatie/bezoekAdres'],
  COR0936: ['Straatnaam van de opdrachtgever is te lang.', 'opdrachtgever/organisatie/bezoekAdres/openbareRuimteNaam'],
  COR0941: ['Postcode van de opdrachtgever is te lang.', 'opdrachtgever/organisatie/bezoekAdres/postcode'],
  COR0946: ['Plaatsnaam van de opdrachtgever is te lang.', 'opdrachtgever/organisatie/bezoekAdres/woonplaatsNaam'],
  COR0955: ['Huisletter van de opdrachtgever is te lang.', 'opdrachtgever/organisatie/bezoekAdres/huisletter'],
  COR0960: [
    'Huisnummertoevoeging van de opdrachtgever is te lang.',
    'opdrachtgever/organisatie/bezoekAdres/huisnummertoevoeging',
  ],
  COR1001: ['Een verplicht onderdeel ontbreekt.', 'aanvrager'],
  COR1002: ['Een onderdeel is te lang.', 'aanvrager/contactpersoon/email'],
  COR1003: ['Een onderdeel heeft niet de juiste vorm.', 'aanvrager/organisatie/relatienummer'],
  COR1004: ['Een onderdeel hoort niet bij deze aanvraagsoort.', 'graafPolygoon'],
  COR1005: ['Dit gegeven moet in alle deelmeldingen gelijk zijn.', 'aanvraagSoort'],
  COR1006: ['Een positienummer hoort alleen bij een bestelling van meer dan één aanvraag.', 'positienummer'],
  COR1007: ['Positienummers moeten oplopen.', 'positienummer'],
  COR1008: ['Een positienummer heeft tien tekens.', 'positienummer'],
  COR1009: ['De graafpolygoon ontbreekt.', 'graafPolygoon'],
  COR1010: ['De oriëntatiepolygoon ontbreekt.', 'orientatiePolygoon'],
  COR1012: ['Een calamiteitenmelding staat alleen in haar bestelling.', 'aanvraagSoort'],
  COR1014: ['Het eerste positienummer is 10.', 'positienummer'],
  COR1015: ['Positienummers gaan met tien tegelijk omhoog.', 'positienummer'],
  COR1020: ['Dit e-mailadres wordt niet aangenomen.', 'aanvrager/contactpersoon/email'],
  COR1021: ['De aanvrager mag deze aanvraagsoort niet doen.', 'aanvrager'],
  COR1040: ['Een positienummer bestaat uit cijfers.', 'positienummer'],
  COR1050: ['Een coördinaat heeft hoogstens drie decimalen.', 'graafPolygoon/coordinates'],
  COR1051: ['De soort van crs moet name zijn.', 'graafPolygoon/crs/type'],
  COR1052: ['Een punt heeft alleen x en y.', 'graafPolygoon/coordinates'],
  COR1202: ['De deelmeldingen liggen samen in een te groot gebied.', '/gebiedsinformatieAanvragen'],
  COR1210: ['De factuurreferentie is te lang.', '/bestelling/factuurReferentie'],
  COR1211: ['Het inkoopnummer is te lang.', '/bestelling/factuurInkoopnummer'],
  COR1212: ['Deze klant heeft een factuurreferentie of inkoopnummer nodig.', '/bestelling/factuurInkoopnummer'],
  GEO0022: ['De graafpolygoon ligt niet geheel in de informatiepolygoon.', 'informatiePolygoon'],
  GEO0023: ['De informatiepolygoon ligt op een plaats meer dan 100 m buiten de graafpolygoon.', 'informatiePolygoon'],
  GEO0024: ['Een oriëntatieverzoek heeft geen informatiepolygoon.', 'informatiePolygoon'],
  GEO0025: [
    'De polygoon is geweigerd: een gat, geen gesloten ring, een ring die zichzelf raakt, of losse stroken.',
    'graafPolygoon',
  ],
  WAR0001: ['Het graafgebied raakt een veiligheidsgebied; de beheerder daarvan krijgt de levering.', ''],
  WAR0002: ['Het informatiegebied raakt een veiligheidsgebied.', ''],
  COR9000: ['Het bericht past niet op het model.', null],
  COR9001: ['De postId ontbreekt of is geen GUID.', null],
  COR9002: ['De validatie kon niet worden uitgevoerd.', null],
  COR9003: ['Het token heeft niet de juiste scope.', null],
  COR9004: ['Deze aanmelding hoort niet bij dit relatienummer.', null],
  COR9005: ['Deze klant is geblokkeerd voor bestellingen.', null],
  GEO_ERR: ['De polygoon voldoet niet aan de regels.', 'graafPolygoon'],
  SIM_LIMIT: ['Te veel aanvragen in één bestelling.', '/gebiedsinformatieAanvragen'],
} as const satisfies Record<string, readonly [text: string, field: string | null]>

export type MessageCode = keyof typeof CODES
export const MESSAGE_CODES = Object.keys(CODES) as MessageCode[]

const known = (code: string): readonly [string, string | null] | undefined =>
  Object.hasOwn(CODES, code) ? CODES[code as MessageCode] : undefined

export const REQUESTS_POINTER = '/gebiedsinformatieAanvragen'

/** Where a code usually points, for request number `index`; a code of nobody's points at the reference that asked for it. */
export const usualPointer = (code: string, index: number): string | null => {
  const entry = known(code)
  if (entry?.[1] === null) return null
  const field = entry?.[1] ?? 'referentie'
  return field.startsWith('/') ? field : `${REQUESTS_POINTER}/${index}${field ? `/${field}` : ''}`
}

/** A code of a scenario that is not in the table gets a text of its own, so that unknown codes can be met as well. */
export const messageOf = (code: string, pointer: string | null, detail?: string): RegistryMessage => ({
  severity: code.startsWith('WAR') ? 'WARNING' : 'ERROR',
  code,
  text: `${known(code)?.[0] ?? 'Geweigerd.'}${detail ? ` (${detail})` : ''}`,
  pointer,
})

/** As it goes over the wire; messages about the call itself have no pointer. */
export const wireMessage = ({ severity, code, text, pointer }: RegistryMessage): Record<string, string> => ({
  gradatie: severity,
  code,
  omschrijving: text,
  ...(pointer === null ? {} : { jsonPointer: pointer }),
})
