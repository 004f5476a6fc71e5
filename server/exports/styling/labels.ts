/** Texts: on their anchor, turned, and never left out for lack of room. */
import type { Label } from '../../imkl/look/display-list.ts'
import { TEXT_HALO } from '../../imkl/look/styles.ts'
import { fixed, is, mm } from './expressions.ts'
import { dataDefined, type Expressions, el, type Xml } from './xml.ts'

/** Columns left, middle, right and rows above, middle, below of QGIS's nine places around a point. */
const QUADRANT =
  '(CASE WHEN "anker_v"<0.25 THEN 0 WHEN "anker_v">0.75 THEN 6 ELSE 3 END)+' +
  '(CASE WHEN "anker_h"<0.25 THEN 2 WHEN "anker_h">0.75 THEN 0 ELSE 1 END)'

/** @param quadrant of QGIS's nine places */
const labelling = ({ font, height, colour }: Label, text: string, expressions: Expressions, quadrant: number): Xml =>
  el(
    'labeling',
    { type: 'simple' },
    el(
      'settings',
      { calloutType: 'simple' },
      el(
        'text-style',
        {
          fieldName: text,
          isExpression: 1,
          fontFamily: font,
          fontSize: mm(height),
          fontSizeUnit: 'MM',
          fontWeight: 50,
          textColor: `${fixed(colour).rgb},255`,
          textOpacity: 1,
          multilineHeight: 1,
        },
        el('text-buffer', {
          bufferDraw: 1,
          bufferSize: TEXT_HALO.widthMm,
          bufferSizeUnits: 'MM',
          bufferColor: `${fixed(TEXT_HALO.colour).rgb},255`,
          bufferOpacity: TEXT_HALO.opacity,
          bufferNoFill: 1,
          bufferJoinStyle: 128,
        }),
      ),
      el('placement', {
        placement: 1,
        quadOffset: quadrant,
        offsetType: 0,
        offsetUnits: 'MM',
        xOffset: 0,
        yOffset: 0,
        dist: 0,
        distUnits: 'MM',
        priority: 10,
        preserveRotation: 1,
      }),
      el('rendering', {
        drawLabels: 1,
        displayAll: 1,
        obstacle: 0,
        limitNumLabels: 0,
        scaleVisibility: 0,
        // Upside down where the data says so.
        upsidedownLabels: 2,
        unplacedVisibility: 1,
        fontMinPixelSize: 0,
        fontMaxPixelSize: 10000,
      }),
      dataDefined('dd_properties', expressions),
    ),
  )

export function labelsXml(label: Label): Xml {
  const { column, decimals, isAnchored, offset } = label
  const text = decimals === undefined ? `"${column}"` : `to_string(round("${column}",${decimals}))`
  if (isAnchored) return labelling(label, text, { OffsetQuad: QUADRANT, LabelRotation: 'coalesce("rotatie",0)' }, 4)
  return labelling(label, text, { OffsetXY: offset && offsetBy(offset) }, 2)
}

/** QGIS counts downwards. */
function offsetBy({ column, by }: NonNullable<Label['offset']>): string {
  const [[, usual], ...others] = Object.entries(by) as [[string, readonly [number, number]]]
  const place = ([x, y]: readonly [number, number]) => `'${mm(x)},${-mm(y)}'`
  return (others as [string, readonly [number, number]][]).reduce(
    (rest, [value, offset]) => `if(${is(column, value)},${place(offset)},${rest})`,
    place(usual),
  )
}
