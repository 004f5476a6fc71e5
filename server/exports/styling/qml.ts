/**
 * The style of a layer: as QML, which QGIS keeps in `layer_styles` and applies by itself, and as the parts that a layer
 * of a project has. A layer of the project may show one theme only, and then its legend says statuses, not themes.
 */

import type { Label, Look } from '../../imkl/look/display-list.ts'
import { LOOKS } from '../../imkl/look/looks.ts'
import type { StyledLayer } from '../../imkl/look/styles.ts'
import { LAYERS, type Layer, type LayerGeometry } from '../../imkl/model/layers.ts'
import { labelsXml } from './labels.ts'
import { type OnlyTheme, rulesOf } from './look-rules.ts'
import { justBeyond, rendererXml } from './rules.ts'
import type { SymbolKind } from './symbols.ts'
import { wordsOfObject } from './words-of-object.ts'
import { document, el, type Value, type Xml } from './xml.ts'

/** The oldest QGIS that these styles are checked with. */
export const QGIS_VERSION = '3.22.16'

export const SYMBOL_KINDS: Readonly<Record<LayerGeometry, SymbolKind>> = {
  Point: 'marker',
  MultiLineString: 'line',
  MultiPolygon: 'fill',
  Polygon: 'fill',
}

/** @throws Error for a layer that results do not have */
const layerOf = (layer: string): Layer => {
  const known = LAYERS.find(({ name }) => name === layer)
  if (!known) throw new Error(`A result has no layer '${layer}'`)
  return known
}

export interface LayerStyle {
  /** Of the root element, in a style as in a project. */
  attributes: Readonly<Record<string, Value>>
  parts: readonly Xml[]
}

/** A result holds each two or three times: as QML, in its project, and in the project with the base map. */
const styles = new Map<string, LayerStyle>()

export function styleOf(layer: StyledLayer, only?: OnlyTheme): LayerStyle {
  const key = `${layer} ${only === undefined ? '' : (only?.id ?? 'unknown')}`
  const known = styles.get(key)
  if (known) return known
  const style = makeStyle(layer, only)
  styles.set(key, style)
  return style
}

function makeStyle(layer: StyledLayer, only: OnlyTheme): LayerStyle {
  const look: Look = LOOKS[layer]
  const { upTo, rules } = look
  const label = rules.flatMap(({ marks }) => marks).find((mark): mark is Label => mark.kind === 'label')
  return {
    attributes: {
      hasScaleBasedVisibilityFlag: upTo !== undefined,
      maxScale: 0,
      minScale: upTo === undefined ? 0 : justBeyond(upTo),
      labelsEnabled: label !== undefined,
      styleCategories: 'AllStyleCategories',
    },
    parts: [
      rendererXml(
        rulesOf(look, SYMBOL_KINDS[layerOf(layer).geometry], only),
        rules.some(({ level }) => level !== undefined),
      ),
      ...(label ? [labelsXml(label)] : []),
      el('blendMode', {}, '0'),
      el('featureBlendMode', {}, '0'),
      el('layerOpacity', {}, '1'),
      ...wordsOfObject(layerOf(layer).columns),
    ],
  }
}

/** QGIS's numbers. */
const GEOMETRY_TYPES: Readonly<Record<SymbolKind, number>> = { marker: 0, line: 1, fill: 2 }
export const QGIS_DOCTYPE = `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n`

/** @throws Error for a layer that results do not have */
export const qmlOf = (layer: StyledLayer): string => qmlWith(SYMBOL_KINDS[layerOf(layer).geometry], styleOf(layer))

/** @param kind of the layer's geometries */
const qmlWith = (kind: SymbolKind, { attributes, parts }: LayerStyle): string =>
  document(
    el(
      'qgis',
      { version: QGIS_VERSION, ...attributes },
      ...parts,
      el('layerGeometryType', {}, String(GEOMETRY_TYPES[kind])),
    ),
    QGIS_DOCTYPE,
  )

/** Of a layer that has no other style than these rules. */
export const qmlOfRules = (kind: SymbolKind, rules: Parameters<typeof rendererXml>[0]): string =>
  qmlWith(kind, { attributes: { styleCategories: 'AllStyleCategories' }, parts: [rendererXml(rules)] })
