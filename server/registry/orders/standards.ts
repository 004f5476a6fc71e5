/**
 * What differs between the versions of the KLIC standards (BMKL, IMKL), in one table: today's, and the one that is announced
 * for a day that is not known yet. Kadaster plans a time in which both are taken, so the version of an order follows from
 * the day on which its job was submitted, and its bytes stay what they are.
 * Version 3: the lists are published (18 kinds, 9 methods, 8 depths), the spelling of their codes is not. Those here are
 * ours, and so is which of the 18 each of the 51 becomes: hold both against the value lists before a day is set.
 */

import { dutchDate } from '../working-days.ts'
import type { KindOfWork } from './kinds-of-work.ts'

export type StandardVersion = 2 | 3

export const DIG_METHODS = [
  'explosievenOfPerslucht',
  'mechanischBorstelen',
  'mechanischGraven',
  'mechanischSpuiten',
  'mechanischTrilarm',
  'mechanischZuigen',
  'mechanischOverig',
  'sleufloosGestuurd',
  'sleufloosOngestuurd',
] as const
export type DigMethod = (typeof DIG_METHODS)[number]

/** Below ground level. */
export const DIG_DEPTHS = ['20cm', '40cm', '60cm', '80cm', '100cm', '130cm', '150cm', 'dieperDan150cm'] as const
export type DigDepth = (typeof DIG_DEPTHS)[number]

const CABLES = 'kabelEnLeidingwerk'
const EARTHWORKS = 'grondwerkOverig'

/** Of the 18 kinds of version 3, the one that each of the 51 becomes. */
const KIND_IN_VERSION_3: Readonly<Record<KindOfWork, string>> = {
  aardingSlaan: 'heienDamwandEnAarding',
  archeologischOnderzoek: 'grondonderzoek',
  baggerwerk: 'baggerwerk',
  bestratingswerk: 'bestrating',
  bodemonderzoekSonderingen: 'grondonderzoek',
  bodemsanering: 'bodemsanering',
  bomenRooienOfPlanten: 'groenwerk',
  bouwwerkzaamheden: 'grondwerkBouw',
  CAIkabelLeggen: CABLES,
  damwandBeschoeiingSlaan: 'heienDamwandEnAarding',
  diepploegen: 'grondverbeteringLandbouw',
  drainage: 'grondverbeteringLandbouw',
  duikersLeggen: 'waterberging',
  funderingswerk: 'fundering',
  gasleidingLeggen: CABLES,
  grondwerkBouwrijpMaken: 'grondwerkBouw',
  handholesPlaatsen: CABLES,
  HDPEbuisLeggen: CABLES,
  heien: 'heienDamwandEnAarding',
  hekwerkPlaatsen: EARTHWORKS,
  hovenierswerkzaamheden: 'groenwerk',
  huisaansluitingenMaken: 'huisaansluiting',
  kabelsLeidingenLeggen: CABLES,
  kabelsLeidingenVerleggen: CABLES,
  leggenHoogspanning: CABLES,
  leggenLaagspanning: CABLES,
  leggenMiddenspanning: CABLES,
  mantelbuisLeggen: CABLES,
  OVwerkzaamheden: CABLES,
  palenMastenPlaatsenVerwijderen: EARTHWORKS,
  persingBoring: CABLES,
  proefsleuvenGraven: 'lokaliseren',
  reconstructiewerkzaamheden: 'grondwerkWegen',
  rioleringswerkzaamheden: 'riolering',
  ruilverkaveling: 'grondverbeteringLandbouw',
  sloopwerkzaamheden: 'sloop',
  stadsverwarmingLeggen: CABLES,
  stobbenFrezen: 'groenwerk',
  tanksPuttenContainersInOfUitgraven: EARTHWORKS,
  telefoonkabelsLeggen: CABLES,
  trafostationPlaatsen: 'grondwerkBouw',
  verwijderenKabelsLeidingen: CABLES,
  vijverGraven: 'waterberging',
  voerkuilenGraven: EARTHWORKS,
  waterbouwkundigeWerken: 'waterberging',
  waterleidingLeggen: CABLES,
  wegenbouw: 'grondwerkWegen',
  werkAanBestaandeLeiding: CABLES,
  woningbouw: 'grondwerkBouw',
  woonrijpMaken: 'grondwerkWegen',
  zinkerMaken: CABLES,
}
/** All 18: `bronEnBodemenergie` is what none of the 51 says. */
export const KINDS_IN_VERSION_3: readonly string[] = [
  ...new Set([...Object.values(KIND_IN_VERSION_3), 'bronEnBodemenergie']),
]

export interface Standard {
  /** Of all codes of its own lists. */
  valuePrefix: string
  maxReference: number
  /** Works are said with how and how deep. */
  asksMethod: boolean
  /** As the registry calls a kind of work. */
  kindOf(work: string): string
  /** At the end of the name of a GI file. */
  fileSuffix: string
  /** In the address of its schema. */
  schema: string
}

const DEFINITIONS = 'http://definities.geostandaarden.nl/imkl2015/id'

export const STANDARDS: Readonly<Record<StandardVersion, Standard>> = {
  2: {
    valuePrefix: `${DEFINITIONS}/waarde/`,
    maxReference: 30,
    asksMethod: false,
    kindOf: (work) => work,
    fileSuffix: '_V2',
    schema: '2.0.0',
  },
  3: {
    valuePrefix: `${DEFINITIONS}/waardelijst/`,
    maxReference: 60,
    asksMethod: true,
    kindOf: (work) => KIND_IN_VERSION_3[work as KindOfWork] ?? work,
    fileSuffix: '_V3',
    schema: '3.0.0',
  },
}

/** @param from Dutch day from which orders are in version 3; null: none is known. @param submitted of the job */
export const versionAt = (from: string | null, submitted: Date): StandardVersion =>
  from !== null && dutchDate(submitted.getTime()) >= from ? 3 : 2
