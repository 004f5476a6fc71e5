/** The page to print: A3 across, with the map, its legend, a scale bar, north, the KLIC numbers and what must be known. */
import type { Extent } from '../domain/geometry.ts'
import type { StyledLayer } from '../domain/styles.ts'
import { NORTH_ARROW } from '../domain/symbols.ts'
import { type ResultFacts, WARNING_INCOMPLETE, WARNING_SIMULATED } from './contents.ts'
import { embedded, svgOf } from './svg.ts'
import type { Group } from './tree.ts'
import { el, options, type Value, type Xml } from './xml.ts'

const PAGE = { width: 420, height: 297 }
const MAP = { x: 10, y: 10, width: 300, height: 277 }
const SIDE = { x: 316, width: 96 }
const FONT = 'Liberation Sans'
/** QGIS's numbers for kinds of items. */
const KIND = { page: 65638, map: 65639, picture: 65640, label: 65641, legend: 65642, scaleBar: 65646 }
/** Fixed, so that equal results give equal bytes. */
const uuid = (n: number): string => `{00000000-0000-4000-8000-${String(n).padStart(12, '0')}}`
const MAP_UUID = uuid(1)
const MAP_ID = 'kaart'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** @param serial tells the items apart */
const item = (
  kind: number,
  serial: number,
  { x, y, width, height }: Box,
  attributes: Readonly<Record<string, Value>>,
  ...inside: readonly Xml[]
): Xml =>
  el(
    'LayoutItem',
    {
      type: kind,
      uuid: uuid(serial),
      templateUuid: uuid(serial),
      position: `${x},${y},mm`,
      positionOnPage: `${x},${y},mm`,
      size: `${width},${height},mm`,
      referencePoint: 0,
      visibility: 1,
      opacity: 1,
      zValue: serial,
      background: 'false',
      frame: 'false',
      ...attributes,
    },
    ...inside,
  )

const font = (tag: string, points: number, bold = false): Xml =>
  el(tag, { description: `${FONT},${points},-1,5,${bold ? 75 : 50},0,0,0,0,0`, style: bold ? 'Bold' : '' })

/** QGIS would evaluate what stands between [% and %], and references and numbers are other people's words. */
const plain = (text: string): string => text.replace(/\[%/g, '[ %')

const label = (serial: number, text: string, y: number, height: number, points: number, colour = '0,0,0'): Xml => {
  const [red, green, blue] = colour.split(',') as [string, string, string]
  return item(
    KIND.label,
    serial,
    { x: SIDE.x, y, width: SIDE.width, height },
    { labelText: plain(text), htmlState: 0, halign: 1, valign: 32, marginX: 0, marginY: 0 },
    font('LabelFont', points, points > 12),
    el('FontColor', { red, green, blue, alpha: 255 }),
  )
}

/** KLIC numbers as far as they fit, and how many more there are. */
const SHOWN_NUMBERS = 12

function facts({ title, klicNumbers, date, simulated, incomplete }: ResultFacts): Xml[] {
  const more = klicNumbers.length - SHOWN_NUMBERS
  const numbers = klicNumbers.slice(0, SHOWN_NUMBERS).join(', ') + (more > 0 ? ` en ${more} meer` : '')
  const warnings = [...(simulated ? [WARNING_SIMULATED] : []), ...(incomplete ? [WARNING_INCOMPLETE] : [])]
  return [
    label(2, title, 10, 12, 14),
    label(3, `KLIC-nummers: ${numbers || 'onbekend'}\nSamengesteld: ${date?.slice(0, 10) ?? 'onbekend'}`, 23, 22, 8),
    ...(warnings.length > 0 ? [label(4, warnings.join('\n'), 46, 12, 9, '192,0,0')] : []),
  ]
}

/** @param groups in the order of the tree; the legend shows what the map shows of them */
export function layoutXml(groups: readonly Group[], result: ResultFacts, frame: Extent): Xml {
  return el(
    'Layout',
    { name: 'A3 liggend', units: 'mm', printResolution: 300 },
    el(
      'PageCollection',
      {},
      item(KIND.page, 100, { x: 0, y: 0, width: PAGE.width, height: PAGE.height }, { background: 'true', zValue: 0 }),
    ),
    item(
      KIND.map,
      1,
      MAP,
      { id: MAP_ID, frame: 'true', background: 'true', mapRotation: 0, keepLayerSet: 'false', drawCanvasItems: 'true' },
      extent(frame),
      el('LayerSet'),
    ),
    ...facts(result),
    legend(groups),
    item(
      KIND.scaleBar,
      6,
      { x: SIDE.x, y: 268, width: 70, height: 14 },
      {
        mapUuid: MAP_UUID,
        style: 'Single Box',
        unitType: 'meters',
        unitLabel: 'm',
        numMapUnitsPerScaleBarUnit: 1,
        segmentSizeMode: 1,
        minBarWidth: 40,
        maxBarWidth: 60,
        numSegments: 2,
        numSegmentsLeft: 0,
        numUnitsPerSegment: 50,
        height: 2.5,
        labelBarSpace: 1,
        boxContentSpace: 1,
        outlineWidth: 0.3,
        alignment: 0,
        // A legend of very many themes reaches below it.
        background: 'true',
      },
      el('text-style', {
        fontFamily: FONT,
        fontSize: 8,
        fontSizeUnit: 'Point',
        textColor: '0,0,0,255',
        textOpacity: 1,
      }),
      el('fillColor', { red: 0, green: 0, blue: 0, alpha: 255 }),
    ),
    item(
      KIND.label,
      7,
      { x: SIDE.x, y: 282, width: SIDE.width, height: 5 },
      {
        labelText: `Schaal 1:[% round(item_variables('${MAP_ID}')['map_scale']) %] op A3, RD (EPSG:28992)`,
        htmlState: 0,
        halign: 1,
        valign: 32,
        marginX: 0,
        marginY: 0,
        background: 'true',
      },
      font('LabelFont', 7),
    ),
    item(
      KIND.picture,
      8,
      { x: 396, y: 264, width: 16, height: 16 },
      {
        file: embedded(svgOf(NORTH_ARROW, '#000000')),
        mode: 0,
        mapUuid: MAP_UUID,
        northMode: 0,
        northOffset: 0,
        resizeMode: 0,
        anchorPoint: 4,
      },
    ),
  )
}

/** As the map item takes it: filled up to the shape of the item around the same middle. */
function extent({ minX, minY, maxX, maxY }: Extent): Xml {
  const metresPerMm = Math.max((maxX - minX) / MAP.width, (maxY - minY) / MAP.height)
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2]
  const [halfX, halfY] = [(metresPerMm * MAP.width) / 2, (metresPerMm * MAP.height) / 2]
  return el('Extent', { xmin: x - halfX, ymin: y - halfY, xmax: x + halfX, ymax: y + halfY })
}

const LEGEND_TOP = 60

/** What needs an explanation; drawings and outlines to scale explain themselves, and a page is small. */
const EXPLAINED: readonly StyledLayer[] = [
  'aanvraag_polygoon',
  'leidingelement',
  'containerleidingelement',
  'kabel_of_leiding',
  'kabel_en_leiding_container',
  'eis_voorzorgsmaatregel',
]
const explained = (groups: readonly Group[]): Group[] =>
  groups
    .map((group) => ({ ...group, layers: group.layers.filter(({ table }) => EXPLAINED.includes(table)) }))
    .filter(({ layers }) => layers.length > 0)

/** Their groups say enough. */
const UNTITLED: readonly StyledLayer[] = ['aanvraag_polygoon', 'kabel_of_leiding']
const withoutTitle = el('customproperties', {}, options({ 'legend/title-style': 'hidden' }))

const legend = (groups: readonly Group[]): Xml =>
  item(
    KIND.legend,
    5,
    { x: SIDE.x, y: LEGEND_TOP, width: SIDE.width, height: 200 },
    {
      map_uuid: MAP_UUID,
      legendFilterByMap: 1,
      legendFilterByAtlas: 0,
      title: '',
      columnCount: 2,
      splitLayer: 1,
      equalColumnWidth: 0,
      columnSpace: 2,
      boxSpace: 0,
      symbolWidth: 6,
      symbolHeight: 3,
      maxSymbolSize: 5,
      minSymbolSize: 0,
      lineSpacing: 0.5,
      resizeToContents: 1,
      wrapChar: '',
      fontColor: '#000000',
    },
    el(
      'styles',
      {},
      legendStyle('title', 10, { marginBottom: 1 }),
      legendStyle('group', 8, { marginTop: 1.5 }, true),
      legendStyle('subgroup', 6.5, { marginTop: 0.8 }),
      legendStyle('symbol', 6.5, { marginTop: 0.6 }),
      legendStyle('symbolLabel', 6.5, { marginTop: 0.6, marginLeft: 1.5 }),
    ),
    el(
      'layer-tree-group',
      {},
      ...explained(groups).map(({ name, layers }) =>
        el(
          'layer-tree-group',
          { name, checked: 'Qt::Checked', expanded: 1 },
          ...layers.map(({ id, table, name: layerName }) =>
            el(
              'layer-tree-layer',
              { id, name: layerName, checked: 'Qt::Checked', expanded: 1 },
              UNTITLED.includes(table) && withoutTitle,
            ),
          ),
        ),
      ),
      el('custom-order', { enabled: 0 }),
    ),
  )

const legendStyle = (name: string, points: number, margins: Readonly<Record<string, Value>>, bold = false): Xml =>
  el('style', { name, alignment: 1, indent: 0, ...margins }, font('styleFont', points, bold))
