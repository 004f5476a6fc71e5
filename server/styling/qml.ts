/**
 * The style of a layer: as QML, which QGIS keeps in `layer_styles` and applies by itself, and as the parts that a layer
 * of a project has. A layer of the project may show one theme only, and then its legend says statuses, not themes.
 */
import { LAYERS } from '../domain/layers.ts'
import { DRAWING, type StyledLayer, TOPOGRAPHY } from '../domain/styles.ts'
import { detailAreaRules, extraGeometryRules, precautionRules, requestRules, topographyAreaRules } from './areas.ts'
import { depthLabels, drawingLabels } from './labels.ts'
import {
  cableRules,
  containerRules,
  detailLineRules,
  drawingRules,
  type OnlyTheme,
  topographyLineRules,
} from './lines.ts'
import {
  appurtenanceRules,
  depthRules,
  detailPointRules,
  drawingPointRules,
  elementRules,
  topographyPointRules,
} from './points.ts'
import { type Rule, rendererXml } from './rules.ts'
import { document, el, type Value, type Xml } from './xml.ts'

/** The oldest QGIS that these styles are checked with. */
export const QGIS_VERSION = '3.22.16'

interface Look {
  rules: (only: OnlyTheme) => Rule[]
  /** Largest scale number at which the layer is shown at all. */
  upTo?: number
  levels?: boolean
  labels?: () => Xml
}

const LOOKS: Readonly<Record<StyledLayer, Look>> = {
  aanvraag_polygoon: { rules: requestRules },
  eigen_topografie_vlak: { rules: topographyAreaRules, upTo: TOPOGRAPHY.upTo },
  eigen_topografie_lijn: { rules: topographyLineRules, upTo: TOPOGRAPHY.upTo },
  eigen_topografie_punt: { rules: topographyPointRules, upTo: TOPOGRAPHY.upTo },
  eis_voorzorgsmaatregel: { rules: precautionRules },
  extra_geometrie: { rules: extraGeometryRules },
  kabel_en_leiding_container: { rules: containerRules, levels: true },
  kabel_of_leiding: { rules: cableRules },
  containerleidingelement: { rules: elementRules },
  annotatie_lijn: { rules: drawingRules, upTo: DRAWING.upTo },
  annotatie_punt: { rules: drawingPointRules, upTo: DRAWING.upTo, labels: drawingLabels },
  maatvoering_lijn: { rules: drawingRules, upTo: DRAWING.upTo },
  maatvoering_punt: { rules: drawingPointRules, upTo: DRAWING.upTo, labels: drawingLabels },
  diepte: { rules: depthRules, upTo: DRAWING.upTo, labels: depthLabels },
  extra_detailinfo_vlak: { rules: detailAreaRules },
  extra_detailinfo_lijn: { rules: detailLineRules },
  extra_detailinfo_punt: { rules: detailPointRules },
  leidingelement: { rules: appurtenanceRules },
}

export interface LayerLook {
  /** Of the root element, in a style as in a project. */
  attributes: Readonly<Record<string, Value>>
  parts: readonly Xml[]
}

export function lookOf(layer: StyledLayer, only?: OnlyTheme): LayerLook {
  const { rules, upTo, levels, labels } = LOOKS[layer]
  return {
    attributes: {
      hasScaleBasedVisibilityFlag: upTo !== undefined,
      maxScale: 0,
      // QGIS leaves a layer out at exactly its bound, where the standard still draws it.
      minScale: upTo === undefined ? 0 : upTo + 0.01,
      labelsEnabled: labels !== undefined,
      styleCategories: 'AllStyleCategories',
    },
    parts: [
      rendererXml(rules(only), levels),
      ...(labels ? [labels()] : []),
      el('blendMode', {}, '0'),
      el('featureBlendMode', {}, '0'),
      el('layerOpacity', {}, '1'),
    ],
  }
}

const GEOMETRY_TYPES = { Point: 0, MultiLineString: 1, MultiPolygon: 2, Polygon: 2 } as const
const DOCTYPE = `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n`

/** @throws Error for a layer that results do not have */
export function qmlOf(layer: StyledLayer): string {
  const known = LAYERS.find(({ name }) => name === layer)
  if (!known) throw new Error(`A result has no layer '${layer}'`)
  const { attributes, parts } = lookOf(layer)
  return document(
    el(
      'qgis',
      { version: QGIS_VERSION, ...attributes },
      ...parts,
      el('layerGeometryType', {}, String(GEOMETRY_TYPES[known.geometry])),
    ),
    DOCTYPE,
  )
}
