/** What the map in the page of a site package says, in both languages; what the window says as well it takes from there. */
import { result as enResult } from '../i18n/en/result.ts'
import { result as nlResult } from '../i18n/nl/result.ts'

export type Language = 'nl' | 'en'

const nl = {
  themes: 'Thema’s',
  search: 'Zoeken',
  measure: 'Meten',
  here: 'Waar ik ben',
  close: 'Sluiten',
  ground: 'Ondergrond uit de levering',
  hidden: (n: number) => (n === 1 ? '1 thema staat UIT' : `${n} thema’s staan UIT`),
  all: 'Alles tonen',
  others: 'Hier ook',
  precautionHere: 'EIS VOORZORGSMAATREGEL op deze plek: bel voordat u hier graaft',
  nothing: 'Hier is niets getekend. Er kan toch iets liggen: graaf proefsleuven.',
  notAskedFor: 'Buiten het gebied van deze levering. Van deze plek weet deze kaart niets.',
  silent: `${nlResult.result.deliveredNothing.toUpperCase()}. ${nlResult.result.notDeliveredWhy}`,
  careful: nlResult.result.precautionWhy,
  searchWhat: 'Straat, netbeheerder of nummer',
  found: (n: number) => (n === 0 ? 'Niets gevonden in wat geleverd is.' : n === 1 ? '1 gevonden' : `${n} gevonden`),
  foundMore: (n: number) => `Alleen de eerste ${n} staan hier.`,
  searchLimits:
    'Gezocht wordt in wat geleverd is, ook het adres van het werk. Straatnamen op de ondergrond zijn een plaatje: die vindt dit niet.',
  objects: (n: number) => `${n} objecten`,
  measureHow: 'Tik op de kaart: punt na punt.',
  undo: 'Laatste punt weg',
  clear: 'Opnieuw',
  hereAsking: 'De plaats wordt gevraagd…',
  hereFailed: 'Dit toestel geeft geen plaats door.',
  hereOutside: 'U bent buiten het gebied van deze levering. Van waar u bent weet deze kaart niets.',
  hereWithin: (metres: string) =>
    `U bent ergens in de blauwe cirkel (± ${metres}). Ook de lijnen liggen niet precies: graaf proefsleuven.`,
  hereCrude: 'Te grof om lijnen mee te zoeken.',
  documents: 'Documenten van deze netbeheerder',
  check: 'Is er iets gewijzigd?',
  checkHow:
    'Kies het ZIP-bestand zoals u het kreeg. Dan wordt gekeken of alle bytes nog zo zijn als toen het werd ondertekend.',
  checking: 'Wordt bekeken…',
  unchanged: 'Er is niets in gewijzigd sinds het werd ondertekend.',
  changed: 'NIET zoals het werd ondertekend, of geen pakket van deze sleutel. Vraag een nieuw pakket.',
  cannotCheck: 'Deze browser kan de handtekening niet nagaan, of het bestand is daarvoor te groot.',
  checkLimits: (key: string) =>
    `Sleutel: ${key}. Wat de pagina niet kan: zien of de uitgepakte bestanden ernaast, of zijzelf, gewijzigd zijn. Wie de pagina wijzigt, kan ook deze controle wijzigen: vergelijk de sleutel met die van wie het pakket maakte, of gebruik klic site verify.`,
  noMap: 'Dit toestel kan de kaart niet tekenen (WebGL ontbreekt). Gebruik de kaart als PDF.',
  feature: nlResult.feature,
  result: nlResult.result,
}

const en: typeof nl = {
  themes: 'Themes',
  search: 'Search',
  measure: 'Measure',
  here: 'Where I am',
  close: 'Close',
  ground: 'Ground of the delivery',
  hidden: (n) => (n === 1 ? '1 theme is OFF' : `${n} themes are OFF`),
  all: 'Show all',
  others: 'Here too',
  precautionHere: 'PRECAUTIONS are demanded at this place: call before you dig here',
  nothing: 'Nothing is drawn here. There can still be something: dig trial trenches.',
  notAskedFor: 'Outside the area of this delivery. Of this place this map knows nothing.',
  silent: `${enResult.result.deliveredNothing.toUpperCase()}. ${enResult.result.notDeliveredWhy}`,
  careful: enResult.result.precautionWhy,
  searchWhat: 'Street, operator or number',
  found: (n) => (n === 0 ? 'Nothing found in what was delivered.' : n === 1 ? '1 found' : `${n} found`),
  foundMore: (n) => `Only the first ${n} are here.`,
  searchLimits:
    'It looks in what was delivered, the address of the works too. Street names on the ground are a picture: those it does not find.',
  objects: (n) => `${n} objects`,
  measureHow: 'Tap the map: point after point.',
  undo: 'Remove last point',
  clear: 'Begin again',
  hereAsking: 'Asking where you are…',
  hereFailed: 'This device does not tell where it is.',
  hereOutside: 'You are outside the area of this delivery. Of where you are this map knows nothing.',
  hereWithin: (metres) =>
    `You are somewhere in the blue circle (± ${metres}). The lines do not lie exactly either: dig trial trenches.`,
  hereCrude: 'Too coarse to look for lines with.',
  documents: 'Documents of this operator',
  check: 'Was anything changed?',
  checkHow: 'Choose the ZIP as you got it. It is looked at whether all its bytes are as they were when it was signed.',
  checking: 'Looking…',
  unchanged: 'Nothing in it was changed since it was signed.',
  changed: 'NOT as it was signed, or no package of this key. Ask for a new package.',
  cannotCheck: 'This browser can’t check the signature, or the file is too large for it.',
  checkLimits: (key) =>
    `Key: ${key}. What the page can’t do: see whether the unpacked files beside it, or it itself, were changed. Who changes the page can change this check as well: compare the key with that of whoever made the package, or use klic site verify.`,
  noMap: 'This device can’t draw the map (no WebGL). Use the map as PDF.',
  feature: enResult.feature,
  result: enResult.result,
}

const WORDS = { nl, en }

export const language = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'nl')
export const words = (): typeof nl => WORDS[language()]

/** Made once each: that takes longer than all the rest of a line. */
const madeOnce = <T>(make: (locale: string, digits: number) => T): ((digits: number) => T) => {
  const made = new Map<string, T>()
  return (digits) => {
    const key = `${language()} ${digits}`
    const known = made.get(key) ?? make(language() === 'nl' ? 'nl-NL' : 'en-GB', digits)
    made.set(key, known)
    return known
  }
}
const figures = madeOnce((locale, digits) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits }))
const days = madeOnce((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))

export const figure = (value: number, digits = 2): string => figures(digits).format(value)
export const day = (iso: string): string => days(0).format(new Date(iso))
