/**
 * The classes of IMKL: which layer of the result each belongs to, and how its geometry is found.
 * Matching is on the local name; a class that is not here is kept as it is, in the table `onbekend`.
 */
import type { ResultGeometry } from '../../geometry/geometry.ts'
import { LAYERS } from '../model/layers.ts'

/** `links`: through net:link. `own`: a property of the feature itself. */
interface MapClass {
  layer: string
  geometry: 'links' | 'own'
  /** The layer's name has a suffix for the kind of geometry. */
  byKind?: true
}

const line = (layer: string): MapClass => ({ layer, geometry: 'links' })
const own = (layer: string): MapClass => ({ layer, geometry: 'own' })
const byKind = (layer: string): MapClass => ({ layer, geometry: 'own', byKind: true })

const MAP_CLASSES: Readonly<Record<string, MapClass>> = {
  Elektriciteitskabel: line('kabel_of_leiding'),
  OlieGasChemicalienPijpleiding: line('kabel_of_leiding'),
  ThermischePijpleiding: line('kabel_of_leiding'),
  Waterleiding: line('kabel_of_leiding'),
  Rioolleiding: line('kabel_of_leiding'),
  Telecommunicatiekabel: line('kabel_of_leiding'),
  Overig: line('kabel_of_leiding'),
  Kabelbed: line('kabel_en_leiding_container'),
  Mantelbuis: line('kabel_en_leiding_container'),
  Duct: line('kabel_en_leiding_container'),
  Appurtenance: own('leidingelement'),
  Kast: own('containerleidingelement'),
  Mangat: own('containerleidingelement'),
  Mast: own('containerleidingelement'),
  TechnischGebouw: own('containerleidingelement'),
  Toren: own('containerleidingelement'),
  ExtraGeometrie: own('extra_geometrie'),
  AanduidingEisVoorzorgsmaatregel: own('eis_voorzorgsmaatregel'),
  DiepteTovMaaiveld: own('diepte'),
  DiepteNAP: own('diepte'),
  Maatvoering: byKind('maatvoering'),
  Annotatie: byKind('annotatie'),
  EigenTopografie: byKind('eigen_topografie'),
  ExtraDetailinfo: byKind('extra_detailinfo'),
  Graafpolygoon: own('aanvraag_polygoon'),
  Informatiepolygoon: own('aanvraag_polygoon'),
  Orientatiepolygoon: own('aanvraag_polygoon'),
}

/** Kept in memory for each delivery: parties, documents, networks. Few, also for a large area. */
const ADMINISTRATIVE = new Set([
  'GebiedsinformatieLevering',
  'GebiedsinformatieAanvraag',
  'Belanghebbende',
  'Beheerder',
  'Belang',
  'Bijlage',
  'EisVoorzorgsmaatregelBijlage',
  'Utiliteitsnet',
])

export const LINK = 'UtilityLink'
/** Everything that the standard has and this program reads. */
export const CLASSES: readonly string[] = [...Object.keys(MAP_CLASSES), ...ADMINISTRATIVE, LINK]
export const isAdministrative = (objecttype: string): boolean => ADMINISTRATIVE.has(objecttype)
export const isMapClass = (objecttype: string): boolean => Object.hasOwn(MAP_CLASSES, objecttype)
export const isRequestPolygon = (objecttype: string): boolean =>
  isMapClass(objecttype) && MAP_CLASSES[objecttype]!.layer === 'aanvraag_polygoon'
export const hasLinks = (objecttype: string): boolean =>
  isMapClass(objecttype) && MAP_CLASSES[objecttype]!.geometry === 'links'

/** Place of classes that are not known: after all layers. */
export const UNKNOWN_ORDER = LAYERS.length

const LAYER_ORDER = new Map(LAYERS.map((layer, order) => [layer.name, order]))
const SUFFIX = { Point: '_punt', MultiLineString: '_lijn', MultiPolygon: '_vlak' } as const

/**
 * Place in LAYERS of the layer that a feature goes to; null for what is not drawn.
 * @param kind of its own geometry; without one the type of drawing decides (labels and arrow heads are points).
 */
export function layerOrder(
  objecttype: string,
  kind: ResultGeometry['type'] | null,
  drawingType: string,
): number | null {
  if (!isMapClass(objecttype)) return null
  const { layer, byKind: varies } = MAP_CLASSES[objecttype]!
  if (!varies) return LAYER_ORDER.get(layer)!
  const isDrawing = objecttype === 'Maatvoering' || objecttype === 'Annotatie'
  const asPoint = !isDrawing || /(label|pijlpunt)$/i.test(drawingType)
  const usual = asPoint ? '_punt' : '_lijn'
  return LAYER_ORDER.get(layer + (kind ? SUFFIX[kind] : usual)) ?? LAYER_ORDER.get(layer + usual)!
}

/** Does a layer take this kind of geometry? */
export const layerTakes = (order: number, kind: ResultGeometry['type']): boolean => {
  const wanted = LAYERS[order]!.geometry
  return wanted === kind || (wanted === 'Polygon' && kind === 'MultiPolygon')
}

/** Operator code in a gml:id; parse nothing else of an id. */
export const operatorOf = (id: string): string => /^[^-]+-([A-Za-z0-9]{6})\./.exec(id)?.[1] ?? ''
