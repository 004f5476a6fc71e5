/**
 * Names of layers by NLCS, the Dutch standard for drawings in civil works: STATUS-DISCIPLINE-HOOFDGROEP-OBJECT_SUBOBJECT-ELEMENT.
 * Names of objects are those of its table of cables and pipes (KL) of version 5.1, as digiGO publishes it
 * (github.com/nl-digigo/NLCS, read in November 2026; facts only, no file of it is here). What the table does not have stands
 * under a name of ours that begins with KLIC, since the standard allows own objects in a main group that can be told as such.
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

/** [LIBRARY]-[NAME]-SO: a symbol of ours in the library of main group KL, as large on paper at every scale. */
export const symbolName = (words: string): string => `SKL-KLIC_${plain(words).replaceAll(' ', '_')}-SO`

interface Network {
  group: Group
  object: string
  /** Of its casings; left out: the object's own */
  casing?: string
}

/** Theme of IMKL to object of NLCS. What flows in a sewer, and in a pipeline with hazardous contents, a theme does not say. */
const NETWORKS: Readonly<Record<string, Network>> = {
  landelijkHoogspanningsnet: { group: 'KL', object: 'ET_ZHS', casing: 'ET_MANTELBUIS' },
  hoogspanning: { group: 'KL', object: 'ET_HS', casing: 'ET_MANTELBUIS' },
  middenspanning: { group: 'KL', object: 'ET_MS', casing: 'ET_MANTELBUIS' },
  laagspanning: { group: 'KL', object: 'ET_LS', casing: 'ET_MANTELBUIS' },
  buisleidingGevaarlijkeInhoud: { group: 'KL', object: 'KLIC BUISLEIDING GEVAARLIJKE INHOUD' },
  gasHogeDruk: { group: 'KL', object: 'GAS_HD', casing: 'GAS_MANTELBUIS' },
  gasLageDruk: { group: 'KL', object: 'GAS_LD', casing: 'GAS_MANTELBUIS' },
  petrochemie: { group: 'KL', object: 'CHEMIE' },
  water: { group: 'KL', object: 'WATER' },
  warmte: { group: 'KL', object: 'WARMTENET' },
  rioolVrijverval: { group: 'RI', object: 'KLIC RIOOL VRIJVERVAL' },
  rioolOnderOverOfOnderdruk: { group: 'RI', object: 'PERSLEIDING' },
  datatransport: { group: 'KL', object: 'DATA' },
  wees: { group: 'KL', object: 'WEESLEIDING' },
}

const plain = (words: string): string =>
  words
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

const own = (words: string): string => `KLIC ${plain(words)}`

const networkOf = (theme: string | null): Network =>
  (theme === null ? undefined : NETWORKS[theme]) ?? { group: 'KL', object: own(theme ?? 'zonder thema') }

/** Classes of IMKL that are objects below a network in the tables. */
const BELOW: Readonly<Record<string, string>> = { leidingelement: 'HULPSTUK', Kast: 'KAST' }

/** @param what class or layer of a result; null: the cable or pipe itself */
export function layerName(
  { letter, isDisused = false }: { letter: Letter; isDisused?: boolean },
  theme: string | null,
  what: string | null,
  kind: LayerKind,
): string {
  const { group, object, casing } = networkOf(theme)
  const named = what === 'Mantelbuis' ? (casing ?? `${object}_MANTELBUIS`) : below(object, what)
  const disused = what === null || what === 'Mantelbuis' ? 'LOZE LEIDING' : own('buiten gebruik')
  return [letter, DISCIPLINE, group, isDisused ? `${named}_${disused}` : named, element(letter, kind)].join('-')
}

const element = (letter: Letter, kind: LayerKind): string => (kind === 'T' ? heightName(LETTERING[letter]) : kind)

const below = (object: string, what: string | null): string =>
  what === null ? object : `${object}_${BELOW[what] ?? own(what.replaceAll('_', ' '))}`

/** Of no network: what is asked for, own topography. */
export const ownLayerName = (letter: Letter, what: string, kind: LayerKind): string =>
  [letter, DISCIPLINE, 'KL', own(what), element(letter, kind)].join('-')

/** What has no state in the works, like a legend or a title: status X, discipline XX, main group AL, which go together. */
export const besideLayerName = (what: string, kind: LayerKind): string => `X-XX-AL-${own(what)}-${kind}`
