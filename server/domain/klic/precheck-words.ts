/**
 * What the pre-check says, by code, in the languages of the window. The code is the key: the API answers in English,
 * the window looks the same code up in its own language. `{limit}` stands for the complaint's limit.
 */

export const LANGUAGES = ['en', 'nl'] as const
export type Language = (typeof LANGUAGES)[number]

export const PRECHECK_WORDS = {
  MISSING: { en: 'This is mandatory.', nl: 'Dit is verplicht.' },
  TOO_LONG: { en: 'At most {limit} characters.', nl: 'Hoogstens {limit} tekens.' },
  TOO_MANY: { en: 'At most {limit}.', nl: 'Hoogstens {limit}.' },
  CHARACTERS_INVALID: {
    en: 'There is a control character or half a character in this text: type it anew.',
    nl: 'In deze tekst staat een besturingsteken of een half teken: typ hem opnieuw.',
  },
  PHONE_INVALID: {
    en: 'Only digits, spaces, +, - and brackets.',
    nl: 'Alleen cijfers, spaties, +, - en haakjes.',
  },
  EMAIL_INVALID: {
    en: 'The registry does not accept an e-mail address of this form.',
    nl: 'Het Kadaster accepteert een e-mailadres van deze vorm niet.',
  },
  RELATION_NUMBER_INVALID: {
    en: 'A relation number has exactly ten digits.',
    nl: 'Een relatienummer (klantnummer) heeft precies tien cijfers.',
  },
  HOUSE_NUMBER_INVALID: {
    en: 'A house number is digits only, at most nine; letter and addition have their own fields.',
    nl: 'Een huisnummer bestaat uit hoogstens negen cijfers; letter en toevoeging hebben hun eigen veld.',
  },
  COUNTRY_INVALID: {
    en: 'The registry does not know this country.',
    nl: 'Het Kadaster kent dit land niet.',
  },
  COUNTRY_NOT_NLD: { en: 'Works lie in the Netherlands.', nl: 'Werkzaamheden liggen in Nederland.' },
  POSTCODE_INVALID: {
    en: 'Four digits and two capitals without a space.',
    nl: 'Vier cijfers en twee hoofdletters zonder spatie.',
  },
  BAG_ID_MISSING: { en: 'A Dutch address needs its BAG id.', nl: 'Een Nederlands adres heeft een BAG-id nodig.' },
  BAG_ID_NOT_ALLOWED: { en: 'An address abroad has no BAG id.', nl: 'Een buitenlands adres heeft geen BAG-id.' },
  BAG_ID_NO_NUMBER: {
    en: "An organisation's address needs the BAG id of its nummeraanduiding (digits 5 and 6 are 20).",
    nl: 'Het adres van een organisatie heeft het BAG-id van de nummeraanduiding nodig (cijfers 5 en 6 zijn 20).',
  },
  BAG_ID_NO_OBJECT: {
    en: 'This address needs the BAG id of its adresseerbaar object (digits 5 and 6 are 01, 02 or 03).',
    nl: 'Dit adres heeft het BAG-id van het adresseerbare object nodig (cijfers 5 en 6 zijn 01, 02 of 03).',
  },
  DATE_INVALID: { en: 'A date is a day of the calendar, YYYY-MM-DD.', nl: 'Een datum is een kalenderdag, JJJJ-MM-DD.' },
  START_NOT_IN_FUTURE: {
    en: 'Digging starts tomorrow at the earliest.',
    nl: 'Het graven begint op zijn vroegst morgen.',
  },
  START_TOO_LATE: {
    en: 'Digging starts within {limit} working days.',
    nl: 'Het graven begint binnen {limit} werkdagen.',
  },
  END_BEFORE_START: { en: 'The end does not lie after the start.', nl: 'Het einde ligt niet na het begin.' },
  WORKS_TOO_MANY: {
    en: 'At most {limit} kinds of works; a note counts as one.',
    nl: 'Hoogstens {limit} soorten werkzaamheden; een omschrijving telt als één.',
  },
  WORKS_UNKNOWN: {
    en: 'The registry does not know this kind of works.',
    nl: 'Het Kadaster kent deze soort werkzaamheden niet.',
  },
  WORKS_REPEATED: {
    en: 'This kind of works is already in the list.',
    nl: 'Deze soort werkzaamheden staat al in de lijst.',
  },
  WORKS_WITH_PREPARATION: {
    en: 'A request in preparation of coordination or shared use names no works.',
    nl: 'Een verzoek ter voorbereiding van coördinatie of medegebruik noemt geen werkzaamheden.',
  },
  PREPARATION_ORIENT_ONLY: {
    en: 'Only an orientation request can be in preparation of coordination or shared use.',
    nl: 'Alleen een oriëntatieverzoek kan ter voorbereiding van coördinatie of medegebruik zijn.',
  },
  PRINCIPAL_MISSING: {
    en: 'A graafmelding names the client of the works.',
    nl: 'Een graafmelding noemt de opdrachtgever.',
  },
  REFERENCE_RESERVED: {
    en: 'A reference with SIM: is only for the simulator.',
    nl: 'Een referentie met SIM: is alleen voor de simulator.',
  },
  NOT_TWO_NUMBERS: { en: 'Every position needs exactly an x and a y.', nl: 'Elk punt heeft precies een x en een y.' },
  HOLES: {
    en: 'The area of a part is one ring without holes.',
    nl: 'Het gebied van een deel is één ring zonder gaten.',
  },
  NOT_CLOSED: {
    en: 'The last position of the ring must equal the first.',
    nl: 'Het laatste punt van de ring is gelijk aan het eerste.',
  },
  TOO_FEW_POSITIONS: {
    en: 'A ring has at least three different positions and a closing one.',
    nl: 'Een ring heeft minstens drie verschillende punten en een sluitpunt.',
  },
  TOO_MANY_POSITIONS: {
    en: 'A part has at most {limit} positions, the closing one counted.',
    nl: 'Een deel heeft hoogstens {limit} punten, het sluitpunt meegeteld.',
  },
  DECIMALS: {
    en: 'Coordinates are in metres with at most three decimals.',
    nl: 'Coördinaten zijn in meters met hoogstens drie decimalen.',
  },
  REPEATED_POSITION: { en: 'A position occurs more than once.', nl: 'Een punt komt vaker voor.' },
  TOUCHES_ITSELF: { en: 'The ring crosses or touches itself.', nl: 'De ring kruist of raakt zichzelf.' },
  TOO_LARGE: { en: 'A part is at most {limit} m wide and high.', nl: 'Een deel is hoogstens {limit} m breed en hoog.' },
  OUTSIDE_NETHERLANDS: { en: 'The part lies outside the Netherlands.', nl: 'Het deel ligt buiten Nederland.' },
  ORDER_TOO_LARGE: {
    en: 'The parts of one order lie within {limit} by {limit} m.',
    nl: 'De delen van één bestelling liggen binnen {limit} bij {limit} m.',
  },
} as const satisfies Record<string, Record<Language, string>>

export type PrecheckCode = keyof typeof PRECHECK_WORDS

/** Undefined for a code that is not of the pre-check. */
export const precheckText = (code: string, language: Language, limit?: number): string | undefined => {
  if (!Object.hasOwn(PRECHECK_WORDS, code)) return undefined
  return PRECHECK_WORDS[code as PrecheckCode][language].replaceAll('{limit}', String(limit ?? ''))
}
