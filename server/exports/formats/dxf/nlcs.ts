/**
 * Names of layers by NLCS, the Dutch standard for drawings in civil works: STATUS-DISCIPLINE-HOOFDGROEP-OBJECT_SUBOBJECT-ELEMENT.
 * Names of objects are those of its table of cables and pipes (KL) of version 5.02, as digiGO publishes it
 * (github.com/nl-digigo/NLCS, tabellen/actueel, read in November 2026; facts only, no file of it is here). What the table does not have stands
 * under an own name that begins with KLIC, since the standard allows own objects in a main group that can be told as such.
 * Texts, pens and names of symbols are by its "Eisen aan tekeningen en modellen" (docs/requirementscadmodels there).
 */

/** Ondergrondse infrastructuur */
const DISCIPLINE = 'OI'
/** Main groups: kabels en leidingen, riolering */
type Group = 'KL' | 'RI'

/** G geometry, S symbol, T text (its height follows in the name of the layer), A hatching. */
export type LayerKind = 'G' | 'S' | 'T' | 'A'

/** Bestaand, or nieuw. V (vervallen) would be what is removed: what is disused still lies in the ground. */
export type Letter = 'B' | 'N'

/** Millimetres on paper: what exists is thin, what is new stands out. */
export const LINE_WEIGHT_MM: Readonly<Record<Letter, number>> = { B: 0.18, N: 0.35 }

interface Lettering {
  /** Of capitals and figures, millimetres on paper: one of 1.8, 2.5, 3.5, 5.0 and 7.0. */
  heightMm: number
  /** The pen that goes with the height. */
  penMm: number
  isSloped: boolean
}

/** What is written at what exists is small and sloped, at what is new larger and upright. */
export const LETTERING: Readonly<Record<Letter, Lettering>> = {
  B: { heightMm: 1.8, penMm: 0.18, isSloped: true },
  N: { heightMm: 2.5, penMm: 0.25, isSloped: false },
}

/** Its letters (ISO 3098); a program without them takes its own. */
export const FONT_FILE = 'NLCS-ISO.ttf'

const heightName = ({ heightMm }: Lettering): string => `T${heightMm * 10}`

/** NLCS-ISO-[UNIT SCALE]-[HEIGHT]_[CURSIEF]. @param scale the denominator, in a drawing in metres */
export function textStyleName(letter: Letter, scale: number): string {
  const lettering = LETTERING[letter]
  return `NLCS-ISO-M${scale}-${heightName(lettering)}${lettering.isSloped ? '_CURSIEF' : ''}`
}

/** [LIBRARY]-[NAME]-SO: our own symbol in the library of main group KL, as large on paper at every scale. */
export const symbolName = (words: string): string => `SKL-KLIC_${plain(words).replaceAll(' ', '_')}-SO`

/** What lies on a network: classes of IMKL, and the cable or pipe itself when it is out of use. */
type Part = 'Mantelbuis' | 'leidingelement' | 'Kast' | 'disused'

interface Network {
  group: Group
  object: string
  /**
   * Objects that the table has for these. Where one says less than the theme does (voltage, pressure), that follows as a
   * part of our own: a layer has one colour, and so one theme.
   */
  parts?: Partial<Record<Part, string>>
}

const plain = (words: string): string =>
  words
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

const own = (words: string): string => `KLIC ${plain(words)}`

const cables = (voltage: string): Network => ({
  group: 'KL',
  object: `ET_${voltage}`,
  parts: {
    Mantelbuis: `ET_${voltage}_MANTELBUIS`,
    leidingelement: `ET_${voltage}_HULPSTUK`,
    disused: `ET_LOZE LEIDING_${own(voltage)}`,
  },
})

const gas = (pressure: string): Network => ({
  group: 'KL',
  object: `GAS_${pressure}`,
  parts: {
    Mantelbuis: `GAS_MANTELBUIS_${own(pressure)}`,
    leidingelement: `GAS_HULPSTUK_${own(pressure)}`,
  },
})

const pipes = (object: string): Network => ({
  group: 'KL',
  object,
  parts: { Mantelbuis: `${object}_MANTELBUIS`, leidingelement: `${object}_HULPSTUK` },
})

const data = pipes('DATA')

/** Theme of IMKL to object of NLCS. What flows in a sewer, and in a pipeline with hazardous contents, a theme does not say. */
const NETWORKS: Readonly<Record<string, Network>> = {
  landelijkHoogspanningsnet: cables('ZHS'),
  hoogspanning: cables('HS'),
  middenspanning: cables('MS'),
  laagspanning: cables('LS'),
  buisleidingGevaarlijkeInhoud: { group: 'KL', object: 'KLIC BUISLEIDING GEVAARLIJKE INHOUD' },
  gasHogeDruk: gas('HD'),
  gasLageDruk: gas('LD'),
  petrochemie: pipes('CHEMIE'),
  water: pipes('WATER'),
  warmte: pipes('WARMTENET'),
  rioolVrijverval: { group: 'RI', object: 'KLIC RIOOL VRIJVERVAL' },
  rioolOnderOverOfOnderdruk: { group: 'RI', object: 'PERSLEIDING' },
  datatransport: { ...data, parts: { ...data.parts, Kast: 'DATA_KAST', disused: 'DATA_LOZE LEIDING' } },
  wees: { group: 'KL', object: 'WEESLEIDING' },
}

const networkOf = (theme: string | null): Network =>
  (theme === null ? undefined : NETWORKS[theme]) ?? { group: 'KL', object: own(theme ?? 'zonder thema') }

/** @param what class or layer of a result; null: the cable or pipe itself */
export function layerName(
  { letter, isDisused = false }: { letter: Letter; isDisused?: boolean },
  theme: string | null,
  what: string | null,
  kind: LayerKind,
): string {
  const { group, object, parts = {} } = networkOf(theme)
  const named = what === null ? object : (parts[what as Part] ?? `${object}_${own(what)}`)
  const disused = (what === null ? parts.disused : undefined) ?? `${named}_${own('buiten gebruik')}`
  return [letter, DISCIPLINE, group, isDisused ? disused : named, element(letter, kind)].join('-')
}

const element = (letter: Letter, kind: LayerKind): string => (kind === 'T' ? heightName(LETTERING[letter]) : kind)

/** Of no network: what is asked for, own topography. */
export const ownLayerName = (letter: Letter, what: string, kind: LayerKind): string =>
  [letter, DISCIPLINE, 'KL', own(what), element(letter, kind)].join('-')

/** What has no state in the works, like a legend or a title: status X, discipline XX, main group AL, which go together. */
export const besideLayerName = (what: string, kind: LayerKind): string => `X-XX-AL-${own(what)}-${kind}`
