/** Texts of annotation, dimensions and depths: on their anchor, turned, and never left out for lack of room. */
import { DEPTH, DRAWING } from '../domain/styles.ts'
import { fixed, mm } from './expressions.ts'
import { dataDefined, type Expressions, el, type Xml } from './xml.ts'

/** Columns left, middle, right and rows above, middle, below of QGIS's nine places around a point. */
const QUADRANT =
  '(CASE WHEN "anker_v"<0.25 THEN 0 WHEN "anker_v">0.75 THEN 6 ELSE 3 END)+' +
  '(CASE WHEN "anker_h"<0.25 THEN 2 WHEN "anker_h">0.75 THEN 0 ELSE 1 END)'

const labelling = (text: string, expressions: Expressions, quadrant: number): Xml =>
  el(
    'labeling',
    { type: 'simple' },
    el(
      'settings',
      { calloutType: 'simple' },
      el('text-style', {
        fieldName: text,
        isExpression: 1,
        fontFamily: DRAWING.font,
        fontSize: mm(DRAWING.textHeight),
        fontSizeUnit: 'MM',
        fontWeight: 50,
        textColor: `${fixed(DRAWING.colour).rgb},255`,
        textOpacity: 1,
        multilineHeight: 1,
      }),
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

export const drawingLabels = (): Xml =>
  labelling('"tekst"', { OffsetQuad: QUADRANT, LabelRotation: 'coalesce("rotatie",0)' }, 4)

/** Above and to the right of the tip of the triangle; QGIS counts downwards. */
export function depthLabels(): Xml {
  const offset = ([x, y]: readonly [number, number]) => `'${mm(x)},${-mm(y)}'`
  const { DiepteNAP, DiepteTovMaaiveld } = DEPTH.textOffset
  return labelling(
    'to_string(round("diepte_m",2))',
    { OffsetXY: `if("objecttype"='DiepteNAP',${offset(DiepteNAP)},${offset(DiepteTovMaaiveld)})` },
    2,
  )
}
