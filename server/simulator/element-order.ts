/**
 * The order in which the model wants what cables, pipes and their elements say of themselves; the schema refuses another.
 * First what INSPIRE gives their kind, then what IMKL adds to all, then what IMKL adds to the class.
 */
const ORDER = [
  ...['us-net-common:appurtenanceType', 'us-net-common:poleHeight', 'us-net-common:towerHeight'],
  ...['us-net-common:pipeDiameter', 'us-net-common:ductWidth', 'us-net-common:pressure'],
  ...['us-net-common:cables', 'us-net-common:ducts', 'us-net-common:pipes'],
  ...['us-net-el:operatingVoltage', 'us-net-el:nominalVoltage', 'us-net-ogc:oilGasChemicalsProductType'],
  ...['us-net-sw:sewerWaterType', 'us-net-wa:waterType', 'us-net-th:thermalProductType'],
  'us-net-tc:telecommunicationsCableMaterialType',
  ...['imkl:bovengrondsZichtbaar', 'imkl:geoNauwkeurigheidXY', 'imkl:toelichting', 'imkl:aantalKabelsLeidingen'],
  ...['imkl:rotatiehoekSymbool', 'imkl:dieptelegging', 'imkl:inNetwork', 'imkl:heeftExtraInformatie'],
  ...['imkl:extraGeometrie', 'imkl:label', 'imkl:omschrijving'],
  ...['imkl:buismateriaalType', 'imkl:pipeDiameter', 'imkl:producttype'],
]
const RANKS = new Map(ORDER.map((name, rank) => [name, rank]))

const rankOf = (element: string): number => {
  const name = /^<([\w:-]+)/.exec(element)?.[1] ?? ''
  const rank = RANKS.get(name)
  if (rank === undefined) throw new Error(`No place in the model's order is known for ${name}`)
  return rank
}

/** @param elements each one XML element, or empty; several of one name keep their order */
export const inOrder = (elements: readonly string[]): string =>
  elements
    .filter((element) => element !== '')
    .map((element) => ({ element, rank: rankOf(element) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ element }) => element)
    .join('')
