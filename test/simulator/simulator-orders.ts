/**
 * Orders as a stranger would write them, sound ones and, for every code, ones that provoke it.
 * Reason for its length: it is one table, a row or two for each of Kadaster's codes.
 */
import { addDays, addWorkingDays, dutchDate } from '../../server/registry/working-days.ts'

export type Json = Record<string, unknown>
export interface Body {
  bestelling: Json
  gebiedsinformatieAanvragen: Json[]
}

const VALUES = 'http://definities.geostandaarden.nl/imkl2015/id/waarde'
const COUNTRY = 'http://publications.europa.eu/resource/authority/country'
const LIST = '/gebiedsinformatieAanvragen'

export const box = (x1: number, y1: number, x2: number, y2: number): Json => ({
  type: 'Polygon',
  crs: { type: 'name', properties: { name: 'EPSG:28992' } },
  coordinates: [
    [
      [x1, y1],
      [x2, y1],
      [x2, y2],
      [x1, y2],
      [x1, y1],
    ],
  ],
})

const office = (): Json => ({
  BAGid: '0753200000000011',
  openbareRuimteNaam: 'Hoofdstraat',
  huisnummer: '12',
  woonplaatsNaam: 'Best',
  postcode: '5683AC',
  landcode: `${COUNTRY}/NLD`,
})
/** With a letter and an addition. */
const corner = (): Json => ({
  BAGid: '0753200000000022',
  openbareRuimteNaam: 'Ringweg',
  huisnummer: '6',
  huisletter: 'A',
  huisnummertoevoeging: 'bis',
  woonplaatsNaam: 'Best',
  postcode: '5684XB',
  landcode: `${COUNTRY}/NLD`,
})
const works = (): Json => ({ ...corner(), BAGid: '0753010000000023' })
const abroad = (): Json => ({
  openbareRuimteNaam: 'Rue Haute',
  huisnummer: '3',
  woonplaatsNaam: 'Namur',
  postcode: '5000',
  landcode: `${COUNTRY}/BEL`,
})

const today = (): string => dutchDate(Date.now())
const startDate = (): string => addWorkingDays(today(), 5)

const common = (kind: string): Json => ({
  aanvrager: {
    contactpersoon: { naam: 'Noor Proef', telefoon: '+31 6 20000001', email: 'noor@proef.example' },
    organisatie: {
      naam: ['Proef Grondwerk B.V.'],
      kvkNummer: '90000017',
      bezoekAdres: office(),
      relatienummer: '0000900001',
    },
  },
  referentie: 'Best-Zuid fase 1',
  aanvraagSoort: `${VALUES}/AanvraagSoortValue/${kind}`,
  locatieWerkzaamheden: works(),
})
const order = (request: Json): Body => ({
  bestelling: { postId: crypto.randomUUID() },
  gebiedsinformatieAanvragen: [request],
})

export const digging = (): Body =>
  order({
    ...common('graafmelding'),
    opdrachtgever: {
      contactpersoon: { naam: 'Sam Proef', telefoon: '(088) 200 00 03', email: 'sam@proef.example' },
      organisatie: { naam: ['Opdracht Proef N.V.'], kvkNummer: '90000025', bezoekAdres: corner() },
    },
    soortWerkzaamheden: [`${VALUES}/SoortWerkzaamhedenValue/mantelbuisLeggen`],
    omschrijvingWerkzaamheden: 'Mantelbuis in open sleuf.',
    startDatum: startDate(),
    eindDatum: addDays(startDate(), 11),
    graafPolygoon: box(154_900, 388_000, 154_960, 388_050),
  })
export const orienting = (): Body =>
  order({
    ...common('orientatieverzoek'),
    soortWerkzaamheden: [`${VALUES}/SoortWerkzaamhedenValue/proefsleuvenGraven`],
    orientatiePolygoon: box(154_000, 387_000, 155_000, 388_050.5),
  })
export const calamity = (): Body =>
  order({ ...common('calamiteitenmelding'), graafPolygoon: box(154_900, 388_000, 154_960, 388_050) })

/** Neighbouring diggings in one order. */
export const moreThanOne = (count: number, make: () => Body = digging): Body => {
  const body = make()
  const requests = Array.from({ length: count }, (_, n) => ({
    positienummer: String((n + 1) * 10).padStart(10, '0'),
    ...make().gebiedsinformatieAanvragen[0],
    ...(make === orienting ? {} : { graafPolygoon: box(150_000 + 45 * n, 388_000, 150_045 + 45 * n, 388_050) }),
  }))
  return { ...body, gebiedsinformatieAanvragen: requests }
}
export const infoBox = (body: Body, polygon: Json = box(154_890, 387_990, 154_970, 388_060)): Body => {
  body.gebiedsinformatieAanvragen[0]!.informatiePolygoon = polygon
  return body
}
export const connected = (body: Body): Body => {
  body.gebiedsinformatieAanvragen[0]!.huisaansluitingAdressen = [works(), { ...works(), BAGid: '0753010000005555' }]
  return body
}
/** Addresses that the fixtures do not know. */
export const outside = (body: Body): Body => {
  const at = changed(body)
  at('aanvrager/organisatie/bezoekAdres/BAGid', '0363200000412345')
  at('opdrachtgever/organisatie/bezoekAdres/BAGid', '0363200000412346')
  at('locatieWerkzaamheden/BAGid', '0363010000412345')
  return body
}

/** Sets a member of the first request; undefined takes it away. A path with a slash in front starts at the root. */
const changed =
  (body: Body) =>
  (path: string, value: unknown): Body => {
    const names = path.startsWith('/')
      ? path.slice(1).split('/')
      : ['gebiedsinformatieAanvragen', '0', ...path.split('/')]
    const last = names.pop()!
    let target = body as unknown as Json
    for (const name of names) {
      target[name] ??= {}
      target = target[name] as Json
    }
    if (value === undefined) delete target[last]
    else target[last] = value
    return body
  }

type Case = [make: () => Body, pointer: string | null]

/** One member changed; the complaint is about that member. */
const at =
  (make: () => Body) =>
  (path: string, value: unknown, pointer: string = path): Case => [
    () => changed(make())(path, value),
    pointer.startsWith('/') ? pointer : `${LIST}/0/${pointer}`,
  ]
const dig = at(digging)
const orient = at(orienting)
const alarm = at(calamity)
const row = at(() => moreThanOne(3))
const withConnection = at(() => connected(digging()))
const foreign = (party: string): ((path: string, value: unknown) => Case) => {
  const make = () => {
    const body = digging()
    changed(body)(`${party}/organisatie/bezoekAdres`, abroad())
    return body
  }
  return (path, value) => at(make)(`${party}/organisatie/bezoekAdres/${path}`, value)
}
/** The address with letter and addition for the applicant. */
const corners = (path: string, value: unknown): Case =>
  at(() => changed(digging())('aanvrager/organisatie/bezoekAdres', corner()))(
    `aanvrager/organisatie/bezoekAdres/${path}`,
    value,
  )
const long = (length: number): string => 'a'.repeat(length)
const longMail = `${long(40)}.${long(20)}@${long(12)}.nl`

const applicant = (path: string, value: unknown): Case => dig(`aanvrager/${path}`, value)
const client = (path: string, value: unknown): Case => dig(`opdrachtgever/${path}`, value)
const office1 = (path: string, value: unknown): Case => applicant(`organisatie/bezoekAdres/${path}`, value)
const office2 = (path: string, value: unknown): Case => client(`organisatie/bezoekAdres/${path}`, value)
const location = (path: string, value: unknown): Case => dig(`locatieWerkzaamheden/${path}`, value)
const connection = (path: string, value: unknown): Case => withConnection(`huisaansluitingAdressen/0/${path}`, value)
const info = (polygon: Json, pointer = 'informatiePolygoon'): Case => [
  () => infoBox(digging(), polygon),
  `${LIST}/0/${pointer}`,
]
const customer = (number: string, pointer: string, more: Json = {}): Case => [
  () => {
    const body = digging()
    changed(body)('aanvrager/organisatie/relatienummer', number)
    for (const [path, value] of Object.entries(more)) changed(body)(`aanvrager/organisatie/${path}`, value)
    return body
  },
  pointer,
]
const direct = (make: () => Body): Case => [make, null]
const FLAG_C = 'voorbereidingCoordinatieCivieleWerken'
const FLAG_M = 'voorbereidingMedegebruikFysiekeInfrastructuur'
const prepared = (...flags: string[]): Body => {
  const body = orienting()
  delete body.gebiedsinformatieAanvragen[0]!.soortWerkzaamheden
  for (const flag of flags) body.gebiedsinformatieAanvragen[0]![flag] = true
  return body
}
const ring = (...positions: number[][]): Json => ({ ...box(0, 0, 1, 1), coordinates: [positions] })
const WORKS = `${VALUES}/SoortWerkzaamhedenValue`
const someWorks = [
  'heien',
  'drainage',
  'baggerwerk',
  'wegenbouw',
  'woningbouw',
  'sloopwerkzaamheden',
  'diepploegen',
].map((kind) => `${WORKS}/${kind}`)
const tooMany = (count: number): Json[] =>
  Array.from({ length: count }, (_, n) => ({ ...works(), BAGid: `0363010000${String(n).padStart(6, '0')}` }))
const polygonCases = (property: string, set: ReturnType<typeof at>): Record<string, Case[]> => ({
  COR0223: [set(`${property}/type`, 'MultiPolygon')],
  COR0224: [set(`${property}/crs/properties/name`, 'EPSG:4326')],
  COR1051: [set(`${property}/crs/type`, 'link')],
  COR1050: [
    set(
      `${property}/coordinates/0`,
      [
        [154_900.1234, 388_000],
        [154_960, 388_000],
        [154_960, 388_050],
        [154_900.1234, 388_000],
      ],
      `${property}/coordinates`,
    ),
  ],
  COR1052: [set(`${property}/coordinates/0/1`, [154_960, 388_000, 1.5], `${property}/coordinates`)],
  COR1001: [
    set(`${property}/type`, undefined),
    set(`${property}/crs`, undefined),
    set(`${property}/crs/type`, undefined),
    set(`${property}/crs/properties`, undefined),
    set(`${property}/crs/properties/name`, undefined),
    set(`${property}/coordinates`, undefined),
  ],
})
const polygons = [
  polygonCases('graafPolygoon', dig),
  polygonCases('graafPolygoon', alarm),
  polygonCases('orientatiePolygoon', orient),
  polygonCases(
    'informatiePolygoon',
    at(() => infoBox(digging())),
  ),
]
const ofPolygons = (code: string): Case[] => polygons.flatMap((cases) => cases[code] ?? [])

/** Per code the orders that provoke it, and where the complaint points; null: about the call itself. */
export const PROVOKING: Record<string, Case[]> = {
  COR0111: [applicant('extraContact/email', 'niemand')],
  COR0112: [applicant('contactpersoon/email', 'a&b@c.nl')],
  COR0130: [dig('opdrachtgever', undefined)],
  COR0132: [
    dig('opdrachtgever/organisatie/naam', [], 'opdrachtgever/organisatie/naam/0'),
    client('organisatie/naam/0', ''),
  ],
  COR0133: [client('contactpersoon/naam', undefined)],
  COR0134: [client('contactpersoon/telefoon', undefined)],
  COR0135: [client('contactpersoon/email', undefined)],
  COR0136: [client('contactpersoon/email', 'niemand')],
  COR0139: [office2('huisnummer', '1234567890')],
  COR0150: [foreign('opdrachtgever')('openbareRuimteNaam', undefined)],
  COR0151: [foreign('opdrachtgever')('woonplaatsNaam', undefined)],
  COR0152: [foreign('opdrachtgever')('huisnummer', undefined)],
  COR0163: [location('huisnummer', '1234567890')],
  COR0173: [connection('huisnummer', '1234567890')],
  COR0179: [dig('huisaansluitingAdressen', tooMany(101))],
  COR0181: [alarm('omschrijvingWerkzaamheden', 'Lek'), alarm('soortWerkzaamheden', [`${WORKS}/heien`])],
  COR0182: [dig('startDatum', undefined)],
  COR0183: [dig('startDatum', today())],
  COR0184: [
    [
      () => {
        const body = digging()
        const late = addDays(addWorkingDays(today(), 20), 4)
        changed(body)('startDatum', late)
        return changed(body)('eindDatum', late)
      },
      `${LIST}/0/startDatum`,
    ],
  ],
  COR0185: [dig('eindDatum', undefined)],
  COR0187: [dig('eindDatum', today())],
  COR0188: [orient('startDatum', startDate()), alarm('startDatum', startDate())],
  COR0189: [orient('eindDatum', startDate()), alarm('eindDatum', startDate())],
  COR0190: [dig('soortWerkzaamheden', []), orient('soortWerkzaamheden', undefined)],
  COR0191: [dig('soortWerkzaamheden', someWorks.slice(0, 6)), orient('soortWerkzaamheden', someWorks)],
  COR0192: [dig('omschrijvingWerkzaamheden', long(2001))],
  COR0193: [dig('referentie', long(31))],
  COR0194: [dig('referentie', 'Best_Zuid')],
  COR0195: [applicant('contactpersoon/telefoon', 'tel. 06')],
  COR0196: [dig('aanvrager/organisatie/relatienummer', '00007712345')],
  COR0202: [dig(FLAG_M, true), alarm(FLAG_M, true)],
  COR0203: [dig(FLAG_C, true), alarm(FLAG_C, true)],
  COR0204: [
    [() => prepared(FLAG_C, FLAG_M), `${LIST}/0/${FLAG_C}`],
    [() => prepared(FLAG_C, FLAG_M), `${LIST}/0/${FLAG_M}`],
  ],
  COR0205: [
    orient(FLAG_M, true, 'soortWerkzaamheden'),
    at(() => prepared(FLAG_C))('omschrijvingWerkzaamheden', 'Toch', FLAG_C),
  ],
  COR0208: [applicant('organisatie/kvkNummer', '1'.repeat(26))],
  COR0210: [dig('aanvraagSoort', undefined)],
  COR0211: [dig('startDatum', '1-9-2026'), dig('eindDatum', '2027-02-30')],
  COR0215: [applicant('organisatie/bezoekAdres', undefined)],
  COR0216: [
    dig('aanvraagSoort', `${VALUES}/AanvraagSoortValue/graafMelding`),
    dig('soortWerkzaamheden/0', `${WORKS}/Heien`),
    office1('landcode', `${COUNTRY}/NOR`),
    office2('landcode', `${COUNTRY}/NOR`),
  ],
  COR0221: [foreign('aanvrager')('BAGid', '0753200000000011'), foreign('opdrachtgever')('BAGid', '0753200000000011')],
  COR0223: ofPolygons('COR0223'),
  COR0224: ofPolygons('COR0224'),
  COR0229: [applicant('contactpersoon/naam', undefined)],
  COR0230: [applicant('contactpersoon/telefoon', undefined)],
  COR0231: [applicant('contactpersoon/email', undefined)],
  COR0232: [foreign('aanvrager')('openbareRuimteNaam', undefined)],
  COR0233: [foreign('aanvrager')('woonplaatsNaam', undefined)],
  COR0238: [foreign('aanvrager')('huisnummer', undefined)],
  COR0250: [dig('locatieOmschrijving', long(101))],
  COR0252: [applicant('extraContact/email', longMail)],
  COR0253: [applicant('extraContact/telefoon', '1'.repeat(31))],
  COR0254: [applicant('extraContact/naam', long(101))],
  COR0255: [applicant('extraContact/telefoon', 'geen')],
  COR0256: [dig('referentie', undefined)],
  COR0298: [location('landcode', `${COUNTRY}/BEL`), connection('landcode', `${COUNTRY}/BEL`)],
  COR0299: [
    connection('BAGid', '0753200000000022'),
    connection('BAGid', '0753010000000099'),
    connection('BAGid', '0753010000000031'),
  ],
  COR0301: [connection('huisnummer', '7'), connection('openbareRuimteNaam', 'Rondweg')],
  COR0302: [connection('huisletter', 'B')],
  COR0303: [connection('huisnummertoevoeging', undefined)],
  COR0304: [connection('postcode', '5684XC')],
  COR0305: [connection('woonplaatsNaam', 'Oirschot')],
  COR0309: [location('BAGid', '0753200000000022'), location('BAGid', '0753010000000099')],
  COR0310: [location('openbareRuimteNaam', 'Rondweg')],
  COR0311: [location('huisnummer', '7')],
  COR0312: [location('huisletter', undefined)],
  COR0313: [location('huisnummertoevoeging', 'ter')],
  COR0314: [location('postcode', '5684XC')],
  COR0315: [location('woonplaatsNaam', 'Oirschot')],
  COR0319: [office1('BAGid', '0753010000000012'), office1('BAGid', '0753200000000099')],
  WAR0320: [office1('openbareRuimteNaam', 'Hoofdweg'), office2('openbareRuimteNaam', 'Rondweg')],
  COR0321: [office1('huisnummer', '13')],
  WAR0322: [office1('huisletter', 'B'), corners('huisletter', undefined)],
  WAR0323: [corners('huisnummertoevoeging', 'ter')],
  COR0324: [office1('postcode', '5683AD')],
  WAR0325: [office1('woonplaatsNaam', 'Oirschot')],
  COR0329: [office2('BAGid', '0753010000000012'), office2('BAGid', '0753200000000099')],
  COR0331: [office2('huisnummer', '7')],
  WAR0332: [office2('huisletter', 'B')],
  WAR0333: [office2('huisnummertoevoeging', undefined)],
  COR0334: [office2('postcode', '5684XC')],
  WAR0335: [office2('woonplaatsNaam', 'Oirschot')],
  COR0806: [applicant('organisatie/naam/0', long(101))],
  COR0811: [applicant('contactpersoon/naam', long(101))],
  COR0818: [
    office1('BAGid', undefined),
    office2('BAGid', undefined),
    location('BAGid', undefined),
    connection('BAGid', undefined),
  ],
  COR0836: [office1('openbareRuimteNaam', long(81))],
  COR0841: [office1('postcode', long(11))],
  COR0846: [office1('woonplaatsNaam', long(65))],
  COR0851: [office1('huisnummer', '12B'), office2('huisnummer', '6A')],
  COR0852: [office1('huisnummer', '1234567890')],
  COR0855: [office1('huisletter', 'BB')],
  COR0860: [office1('huisnummertoevoeging', long(21))],
  COR0897: [
    customer('0000900002', `${LIST}/0/aanvrager/organisatie/naam/0`, { kvkNummer: '90000025' }),
    customer('0000900002', `${LIST}/0/aanvrager/organisatie/kvkNummer`, { naam: ['Simulatie Vastgelegd B.V.'] }),
  ],
  COR0898: [customer('0000900099', `${LIST}/0/aanvrager/organisatie/relatienummer`)],
  COR0899: [dig('aanvrager/organisatie/relatienummer', undefined)],
  COR0906: [client('organisatie/naam/0', long(101))],
  COR0907: [client('organisatie/kvkNummer', '1'.repeat(26))],
  COR0911: [client('contactpersoon/naam', long(101))],
  COR0916: [client('contactpersoon/email', longMail)],
  COR0921: [client('contactpersoon/telefoon', '1'.repeat(31))],
  COR0922: [client('contactpersoon/telefoon', 'geen')],
  COR0925: [client('organisatie/bezoekAdres', undefined)],
  COR0936: [office2('openbareRuimteNaam', long(81))],
  COR0941: [office2('postcode', long(11))],
  COR0946: [office2('woonplaatsNaam', long(65))],
  COR0955: [office2('huisletter', 'AA')],
  COR0960: [office2('huisnummertoevoeging', long(21))],
  COR1001: [
    dig('aanvrager', undefined),
    applicant('contactpersoon', undefined),
    applicant('organisatie', undefined),
    office1('landcode', undefined),
    applicant('organisatie/naam/0', ''),
    client('contactpersoon', undefined),
    client('organisatie', undefined),
    office2('landcode', undefined),
    dig('locatieWerkzaamheden', undefined),
    location('landcode', undefined),
    connection('landcode', undefined),
    row('positienummer', undefined),
    ...ofPolygons('COR1001'),
  ],
  COR1002: [
    applicant('contactpersoon/telefoon', '1'.repeat(31)),
    applicant('contactpersoon/email', longMail),
    applicant('organisatie/naam', ['Een', 'Twee']),
    client('organisatie/naam', ['Een', 'Twee']),
    location('openbareRuimteNaam', long(81)),
    location('huisletter', 'AA'),
    location('huisnummertoevoeging', long(21)),
    location('postcode', long(11)),
    location('woonplaatsNaam', long(65)),
    connection('openbareRuimteNaam', long(81)),
    connection('huisletter', 'AA'),
    connection('huisnummertoevoeging', long(21)),
    connection('postcode', long(11)),
    connection('woonplaatsNaam', long(65)),
  ],
  COR1003: [
    dig('aanvrager/organisatie/relatienummer', '000771234'),
    location('huisnummer', '6A'),
    connection('huisnummer', '6A'),
  ],
  COR1004: [
    orient('opdrachtgever', digging().gebiedsinformatieAanvragen[0]!.opdrachtgever),
    orient('graafPolygoon', box(154_900, 388_000, 154_960, 388_050)),
    dig('orientatiePolygoon', box(154_900, 388_000, 154_960, 388_050)),
    alarm('orientatiePolygoon', box(154_900, 388_000, 154_960, 388_050)),
    alarm('opdrachtgever', digging().gebiedsinformatieAanvragen[0]!.opdrachtgever),
    alarm('huisaansluitingAdressen', [works()]),
  ],
  COR1005: [
    row(`${LIST}/1/referentie`, 'Anders'),
    row(`${LIST}/2/eindDatum`, addDays(startDate(), 3)),
    row(`${LIST}/1/startDatum`, addDays(startDate(), 1)),
    row(`${LIST}/1/omschrijvingWerkzaamheden`, undefined),
    row(`${LIST}/1/soortWerkzaamheden`, [`${WORKS}/heien`]),
    row(`${LIST}/1/aanvrager/contactpersoon/naam`, 'Iemand', `${LIST}/1/aanvrager`),
    row(`${LIST}/1/opdrachtgever/contactpersoon/naam`, 'Iemand', `${LIST}/1/opdrachtgever`),
    row(`${LIST}/1/aanvraagSoort`, `${VALUES}/AanvraagSoortValue/orientatieverzoek`),
  ],
  COR1006: [dig('positienummer', '0000000010')],
  COR1007: [row(`${LIST}/2/positienummer`, '0000000015')],
  COR1008: [row(`${LIST}/1/positienummer`, '20')],
  COR1009: [dig('graafPolygoon', undefined), alarm('graafPolygoon', undefined)],
  COR1010: [orient('orientatiePolygoon', undefined)],
  COR1012: [
    [() => moreThanOne(2, calamity), `${LIST}/0/aanvraagSoort`],
    [() => moreThanOne(2, calamity), `${LIST}/1/aanvraagSoort`],
  ],
  COR1014: [row(`${LIST}/0/positienummer`, '0000000001')],
  COR1015: [row(`${LIST}/2/positienummer`, '0000000031')],
  COR1020: [applicant('contactpersoon/email', 'geweigerd@simulatie.example')],
  COR1021: [[() => changed(orienting())('aanvrager/organisatie/relatienummer', '0000900006'), `${LIST}/0/aanvrager`]],
  COR1040: [row(`${LIST}/1/positienummer`, '000000002O')],
  COR1050: ofPolygons('COR1050'),
  COR1051: ofPolygons('COR1051'),
  COR1052: ofPolygons('COR1052'),
  COR1202: [
    row(`${LIST}/2/graafPolygoon`, box(154_960, 388_000, 155_000.5, 388_050), LIST),
    at(() => moreThanOne(2, orienting))(`${LIST}/1/orientatiePolygoon`, box(164_000, 387_000, 165_000, 388_000), LIST),
  ],
  COR1210: [dig('/bestelling/factuurReferentie', long(36))],
  COR1211: [dig('/bestelling/factuurInkoopnummer', long(36))],
  COR1212: [customer('0000900003', '/bestelling/factuurReferentie')],
  GEO0022: [info(box(154_890, 387_990, 154_950, 388_060))],
  GEO0023: [info(box(154_790, 387_990, 154_970, 388_060))],
  GEO0024: [orient('informatiePolygoon', box(154_000, 387_000, 154_100, 387_100))],
  GEO0025: [
    // A hole; a ring that is open; one that crosses itself; a repeated position; loose strips around the excavation.
    dig(
      'graafPolygoon/coordinates/1',
      [
        [154_910, 388_010],
        [154_920, 388_010],
        [154_920, 388_020],
        [154_910, 388_010],
      ],
      'graafPolygoon',
    ),
    dig('graafPolygoon', ring([154_900, 388_000], [154_960, 388_000], [154_960, 388_050], [154_900, 388_050])),
    orient(
      'orientatiePolygoon',
      ring([154_900, 388_000], [154_960, 388_050], [154_960, 388_000], [154_900, 388_050], [154_900, 388_000]),
    ),
    alarm(
      'graafPolygoon',
      ring(
        [154_900, 388_000],
        [154_960, 388_000],
        [154_960, 388_000],
        [154_960, 388_050],
        [154_900, 388_050],
        [154_900, 388_000],
      ),
    ),
    info(box(154_890, 388_000, 154_970, 388_050)),
  ],
  GEO_ERR: [
    dig('graafPolygoon', box(154_000, 388_000, 154_500.001, 388_050)),
    orient('orientatiePolygoon', box(150_000, 388_000, 152_500.001, 388_050)),
    info(box(154_700, 388_000, 155_200.001, 388_050)),
    dig('graafPolygoon', box(5_600, 388_000, 5_690, 388_050)),
  ],
  SIM_LIMIT: [[() => moreThanOne(101), LIST]],
  WAR0001: [
    dig('graafPolygoon', box(156_100, 389_400, 156_200, 389_500), `${LIST}/0`),
    orient('orientatiePolygoon', box(155_000, 388_000, 156_500, 389_500), `${LIST}/0`),
    alarm('graafPolygoon', box(156_100, 389_400, 156_200, 389_500), `${LIST}/0`),
  ],
  WAR0002: [
    [
      () => {
        const body = digging()
        changed(body)('graafPolygoon', box(155_900, 389_400, 155_990, 389_500))
        return infoBox(body, box(155_890, 389_390, 156_060, 389_510))
      },
      `${LIST}/0`,
    ],
  ],
  COR9000: [direct(() => ({ ...digging(), testParameters: { centraleAanlevering: true } }) as Body)],
  COR9001: [direct(() => changed(digging())('/bestelling/postId', 'geen-guid'))],
  COR9002: [direct(() => changed(digging())('referentie', `SIM:mislukt ${crypto.randomUUID().slice(0, 8)}`))],
  COR9003: [direct(digging)],
  COR9004: [direct(() => changed(digging())('aanvrager/organisatie/relatienummer', '0000900004'))],
  COR9005: [direct(() => changed(digging())('aanvrager/organisatie/relatienummer', '0000900005'))],
}
