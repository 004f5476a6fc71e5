/**
 * Official Dutch labels of IMKL and INSPIRE code lists. A code that is not in its list is shown as it is: operators
 * and later versions use codes that no list has, and a lost code is worse than an untranslated one.
 * Source: IMKL value lists 1.2.1 and 2.0.0. The list name in a URI is not trusted (deliveries get it wrong), so the
 * lists are found by property.
 */

type Labels = Readonly<Record<string, string>>

const STATUS: Labels = { functional: 'functioneel', projected: 'geprojecteerd', disused: 'buiten gebruik' }

const VERTICAL_POSITION: Labels = {
  underground: 'ondergronds',
  onGroundSurface: 'op maaiveld',
  suspendedOrElevated: 'bovengronds',
}

const DELIVERY_TYPE: Labels = {
  transport: 'transport',
  distribution: 'distributie',
  collection: 'inzameling',
  private: 'particulier',
}

const WARNING_TYPE: Labels = { net: 'net', tape: 'lint', concretePaving: 'betonnen plaveisel' }

const PRODUCT: Labels = {
  // oil, gas and chemicals
  'JET-A1': 'JET-A1',
  MVC: 'monovinylchloride (MVC)',
  accetone: 'aceton',
  acetone: 'aceton',
  air: 'lucht',
  argon: 'argon',
  'butadiene1,3': '1,3-butadieen',
  butane: 'butaan',
  carbonMonoxide: 'koolmonoxide',
  chlorine: 'chloor',
  crude: 'ruwe olie',
  dichloroethane: 'dichloorethaan',
  diesel: 'diesel',
  ethylene: 'ethyleen',
  gasFabricationOfCocs: 'cokesovengas',
  gasoil: 'gasolie',
  hydrogen: 'waterstof',
  isobutane: 'isobutaan',
  kerosene: 'kerosine',
  liquidAmmonia: 'vloeibare ammoniak',
  liquidHydrocarbon: 'vloeibare koolwaterstof',
  multiProduct: 'multiproduct',
  naturalGas: 'aardgas',
  nitrogen: 'stikstof',
  oxygen: 'zuurstof',
  phenol: 'fenol',
  propane: 'propaan',
  propylene: 'propyleen',
  saltWater: 'zout water',
  sand: 'zand',
  // water
  potable: 'drinkbaar',
  raw: 'onbehandeld',
  salt: 'zout',
  treated: 'behandeld',
  industrial: 'industrieel',
  waste: 'afval',
  // sewer
  combined: 'gecombineerd',
  reclaimed: 'teruggewonnen',
  sanitary: 'huishoudelijk',
  storm: 'regenwater',
  // heat
  waterHT: 'water hoge temperatuur',
  waterMT: 'water midden temperatuur',
  waterLT: 'water lage temperatuur',
  koelwater: 'koelwater',
  // telecommunications
  opticalFiber: 'glasvezel',
  twistedPair: 'twisted pair',
  coaxial: 'coaxiaal',
}

const MATERIAL: Labels = {
  ABS: 'acrylonitril-butadieen-styreen (ABS)',
  CB: 'nageïsoleerde leiding in cellenbeton (CB)',
  CPVC: 'gechloreerd polyvinylchloride (CPVC)',
  FRP: 'vezelversterkte kunststoffen (FRP)',
  GVK: 'glasvezelversterkte kunststof (GVK)',
  HDPE: 'hogedichtheidpolyethyleen (HDPE)',
  HPE: 'hard polyethyleen (HPE)',
  KU: 'nageïsoleerde stalen leiding in een betonbak (KU)',
  PB: 'polybutyleen (PB)',
  PE: 'polyethyleen (PE)',
  PEX: 'vernet polyethyleen (PEX)',
  PP: 'polypropyleen (PP)',
  PVC: 'polyvinylchloride (PVC)',
  'PVC-U': 'PVC-U',
  PVCBV: 'polyvinylchloride biaxiaal verstrekt',
  PVCinf: 'PVC infiltratie',
  RPMP: 'versterkte polymeermortel (RPMP)',
  RVS: 'roestvaststaal',
  SLA: 'safe line aluminium',
  SPVC: 'slagvast PVC, hostalit',
  'St-Pur-PE': 'staal-pur/pe leiding warmte',
  'St-St': 'staal in staal',
  asbestos: 'asbest',
  'asbestos-cement': 'asbestcement',
  blackIron: 'zwart ijzer',
  blackSteel: 'zwart staal',
  castIron: 'gietijzer',
  clay: 'klei',
  compositeConcrete: 'composiet beton',
  concrete: 'beton',
  fibreCement: 'vezelcement',
  galvanizedSteel: 'gegalvaniseerd staal',
  glasvezelVersterkteBeton: 'glasvezel versterkte beton',
  glasvezelVersterkteKunststof: 'glasvezel versterkte kunststof',
  gradeA: 'grade A',
  gradeB: 'grade B',
  grijsGietijzer: 'grijs gietijzer',
  masonry: 'metselwerk',
  nodulairGietijzer: 'nodulair gietijzer',
  polyetheen: 'polyetheen',
  reinforcedConcrete: 'gewapend beton',
  steel: 'staal',
  wood: 'hout',
}

const DEPTH_POINT: Labels = { bovenkant: 'bovenkant', binnenonderkantBuis: 'binnenonderkant buis' }

const DETAIL_TYPE: Labels = {
  huisaansluiting: 'huisaansluiting',
  aansluiting: 'aansluiting',
  profielschets: 'profielschets',
  overig: 'overig',
}

const TOPOGRAPHY_TYPE: Labels = {
  BuildingPart: 'pand',
  openbare_verlichtingkast: 'openbare verlichtingkast',
  rijbaanLokaleWeg: 'rijbaan lokale weg',
  telecomKast: 'telecom kast',
  vegetatieObject: 'vegetatie object',
}

const REQUEST_TYPE: Labels = {
  graafmelding: 'graafmelding',
  orientatieverzoek: 'oriëntatieverzoek',
  calamiteitenmelding: 'calamiteitenmelding',
}

export const LISTS = {
  status: STATUS,
  verticalPosition: VERTICAL_POSITION,
  deliveryType: DELIVERY_TYPE,
  warningType: WARNING_TYPE,
  product: PRODUCT,
  material: MATERIAL,
  depthPoint: DEPTH_POINT,
  detailType: DETAIL_TYPE,
  topographyType: TOPOGRAPHY_TYPE,
  requestType: REQUEST_TYPE,
} as const satisfies Record<string, Labels>

export type ValueList = keyof typeof LISTS

/** The official Dutch label; the code itself when the list does not have it; null for null. */
export function labelOf(list: ValueList, code: string | null): string | null {
  if (code === null) return null
  const labels: Labels = LISTS[list]
  return Object.hasOwn(labels, code) ? (labels[code] ?? code) : code
}
