/**
 * The map of a result as one still picture (SVG), at the size of a telephone: what the page of a site package shows from its first bytes
 * on, until the map itself has been drawn over it. The same objects in the same look at the same place, but for texts, arrows and
 * the ends of casings, which come with the map. It lies in web mercator, as that map does; widths are pixels at any size of the screen.
 */
import type { Extent, Position, ResultGeometry } from '../../geometry/geometry.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { unitSquare } from '../../geometry/unit-square.ts'
import { type Colour, type Mark, OF_THEME, type Spot, sizeAt, spotAt } from '../../imkl/look/display-list.ts'
import { LOOKS } from '../../imkl/look/looks.ts'
import { dashAt, pictureFor, rulesFor } from '../../imkl/look/one-object.ts'
import { DRAW_ORDER, PIXEL_MM, type StyledLayer, UNKNOWN_COLOUR } from '../../imkl/look/styles.ts'
import { SYMBOL_BOX } from '../../imkl/look/symbols.ts'
import { LAYERS, type Row } from '../../imkl/model/layers.ts'
import { type ResultReader, rowOf } from '../../imkl/model/result.ts'
import { themeOf } from '../../imkl/model/themes.ts'
import { TILE_LAYERS } from '../tiles/map-tiles.ts'
import type { SitePicture } from '../tiles/site-map.ts'
import { shapesSvg } from './svg.ts'

/** Where a map fits an area on a telephone: 360 pixels wide, less what stands above and below it and a margin. */
export const FITTED = { width: 328, height: 380 } as const
/** Units along the longer side: a quarter of a pixel, or less. */
const UNITS = 1600
/** Points nearer than this to the last one that is drawn are left out; then twice as far, until the picture is small enough. */
const NEAREST = 2
/** Characters of all paths. */
const LARGEST = 700_000

/** Of everything that looks the same in one mark. */
type MarkGroups = Map<string, { mark: Mark; colour: string; dash: string; parts: string[] }>

/** How far the whole of an extent (RD New metres) is zoomed out where it is fitted. */
const fittedScale = ({ minX, minY, maxX, maxY }: Extent): number =>
  Math.max((maxX - minX) / FITTED.width, (maxY - minY) / FITTED.height, 0.01) / (PIXEL_MM / 1000)

/** @param extent RD New metres, of what the map shows first */
export function firstPicture(
  reader: Pick<ResultReader, 'features'>,
  extent: Extent,
  ground: readonly SitePicture[],
): string {
  const frame = frameOf(extent)
  for (let nearest = NEAREST; ; nearest *= 2) {
    const isLast = nearest >= UNITS
    const drawing = { ...frame, nearest, left: isLast ? Number.POSITIVE_INFINITY : LARGEST }
    const drawn = DRAW_ORDER_BELOW.flatMap((layer) => (drawing.left < 0 ? [] : layerSvg(reader, layer, drawing)))
    const paths = drawn.join('')
    if (drawing.left < 0 || (paths.length > LARGEST && !isLast)) continue
    const { width, height, left, top, units } = frame
    const pictures = ground.map(
      ({ png, ...at }) =>
        `<image x="${place((at.left - left) * units)}" y="${place((at.top - top) * units)}" width="${place(at.side * units)}" height="${place(at.side * units)}" preserveAspectRatio="none" href="data:image/png;base64,${png}"/>`,
    )
    return `<svg class="first" aria-hidden="true" viewBox="0 0 ${place(width)} ${place(height)}"><g fill="none" stroke-linejoin="round">${pictures.join('')}${paths}</g></svg>`
  }
}

/** Requests lie under everything else, as in the window. */
const REQUESTS = 'aanvraag_polygoon'
const DRAW_ORDER_BELOW: readonly StyledLayer[] = [REQUESTS, ...DRAW_ORDER.filter((layer) => layer !== REQUESTS)]

/** As the map cuts lines whose position is invented to pieces. */
const INVENTED: Mark = { kind: 'stroke', colour: '#ffffff', width: 6, dash: [4.2, 9.6] }

const place = (value: number): string => String(Math.round(value * 100) / 100)

interface Frame {
  /** Units from the left and from the top, of a place in RD New */
  at: (x: number, y: number) => Position
  scale: number
  /** Units of a pixel where it is fitted */
  pixel: number
  /** Units of the unit square, and where in that it begins */
  units: number
  left: number
  top: number
  width: number
  height: number
}

/** Between its corners as in a straight net: over a few kilometres that is right to less than a pixel. */
function frameOf(extent: Extent): Frame {
  const { minX, minY } = extent
  const [wide, high] = [Math.max(extent.maxX - minX, 1), Math.max(extent.maxY - minY, 1)]
  const corner = (x: number, y: number): Position => unitSquare(lngLatFromRd([x, y]))
  const corners = [
    corner(minX, minY),
    corner(minX + wide, minY),
    corner(minX, minY + high),
    corner(minX + wide, minY + high),
  ] as const
  const [left, top] = [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))]
  const [across, down] = [Math.max(...corners.map(([x]) => x)) - left, Math.max(...corners.map(([, y]) => y)) - top]
  const units = UNITS / Math.max(across, down)
  const [a, b, c, d] = corners
  const at = (x: number, y: number): Position => {
    const [u, v] = [(x - minX) / wide, (y - minY) / high]
    const mixed = (i: 0 | 1): number => (a[i] * (1 - u) + b[i] * u) * (1 - v) + (c[i] * (1 - u) + d[i] * u) * v
    return [(mixed(0) - left) * units, (mixed(1) - top) * units]
  }
  const [width, height] = [across * units, down * units]
  const pixel = Math.max(width / FITTED.width, height / FITTED.height)
  return { at, scale: fittedScale(extent), pixel, units, left, top, width, height }
}

interface Drawing extends Frame {
  nearest: number
  /** Characters; below 0 the picture is drawn anew, coarser */
  left: number
}

function layerSvg(reader: Pick<ResultReader, 'features'>, name: StyledLayer, drawing: Drawing): string[] {
  const look = LOOKS[name]
  const { columns } = TILE_LAYERS[name]
  const known = LAYERS.find((layer) => layer.name === name)!.columns.filter((column) => columns.includes(column.name))
  const asked = known.map((column) => column.name)
  // All that is drawn by one mark lies below all that is drawn by the next.
  const all = [...look.rules.flatMap((rule) => rule.marks), INVENTED]
  const marks = new Map<Mark, MarkGroups>(all.map((mark) => [mark, new Map()]))
  for (const { geometry, cells } of reader.features(name, { columns: asked })) {
    if (drawing.left < 0) break
    if (!geometry) continue
    const row = rowOf(known, cells)
    const own = rulesFor(look, row, drawing.scale).flatMap((rule) => rule.marks)
    for (const mark of row.fictief === true ? [...own, INVENTED] : own)
      add(marks.get(mark)!, mark, row, geometry, drawing)
  }
  return [...marks.values()].flatMap((drawn) => [...drawn.values()].map((each) => groupSvg(each, drawing)))
}

function add(drawn: MarkGroups, mark: Mark, row: Row, geometry: ResultGeometry, drawing: Drawing): void {
  const text = partOf(mark, row, geometry, drawing)
  if (text === '') return
  drawing.left -= text.length
  const colour = colourOf(mark.kind === 'spot' ? (mark.fill ?? mark.edge) : mark.colour, row)
  const dash = mark.kind === 'stroke' ? (mark.dash ?? dashAt(mark.dashes, row, drawing.scale) ?? []).join(' ') : ''
  const key = `${colour} ${dash}`
  const group = drawn.get(key) ?? { mark, colour, dash, parts: [] }
  group.parts.push(text)
  drawn.set(key, group)
}

const colourOf = (colour: Colour, { thema }: Row): string =>
  colour === OF_THEME ? (themeOf(String(thema))?.colour ?? UNKNOWN_COLOUR) : colour

/** Of one object; '' for what comes with the map. */
function partOf(mark: Mark, row: Row, geometry: ResultGeometry, drawing: Drawing): string {
  if (geometry.type !== 'Point') {
    const isArea = geometry.type === 'MultiPolygon'
    const paths = isArea ? geometry.polygons.flat() : geometry.lines
    const isDrawn =
      mark.kind === 'stroke'
        ? sizeAt(mark.width, drawing.scale) !== undefined
        : isArea && ['fill', 'squares', 'hatch'].includes(mark.kind)
    return isDrawn ? pathsOf(paths, isArea, drawing) : ''
  }
  const [x, y] = drawing.at(geometry.xy[0]!, geometry.xy[1]!).map(Math.round) as [number, number]
  if (mark.kind === 'spot') return spotPath(mark, [x, y], drawing)
  if (mark.kind !== 'symbol') return ''
  const side = (sizeAt(mark.size, drawing.scale) ?? 0) * drawing.pixel
  if (side === 0) return ''
  const by = side / SYMBOL_BOX
  const turned = mark.isTurned && typeof row.rotatie === 'number' ? `rotate(${place(row.rotatie)})` : ''
  const half = -SYMBOL_BOX / 2
  return `<g transform="translate(${x} ${y})${turned}scale(${place(by)})translate(${half} ${half})">${shapesSvg(pictureFor(mark, row).shapes, colourOf(mark.colour, row))}</g>`
}

function spotPath(mark: Spot, [x, y]: Position, { scale, pixel }: Drawing): string {
  const drawn = spotAt(mark, scale)
  if (drawn === undefined) return ''
  const half = Math.max(1, Math.round((drawn.size * pixel) / 2))
  return mark.shape === 'square'
    ? `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z`
    : `M${x - half} ${y}a${half} ${half} 0 1 0 ${2 * half} 0a${half} ${half} 0 1 0 ${-2 * half} 0z`
}

function pathsOf(paths: readonly (readonly number[])[], isClosed: boolean, drawing: Drawing): string {
  let text = ''
  for (const path of paths) {
    text += pathOf(path, isClosed, drawing)
    if (text.length > drawing.left) break
  }
  return text
}

/** '' when it is smaller than can be seen. */
function pathOf(flat: readonly number[], isClosed: boolean, { at, nearest }: Drawing): string {
  let text = ''
  let [lastX, lastY] = [0, 0]
  for (let i = 0; i < flat.length; i += 2) {
    const [x, y] = at(flat[i]!, flat[i + 1]!).map(Math.round) as [number, number]
    const [dx, dy] = [x - lastX, y - lastY]
    if (i === 0) text = `M${x} ${y}`
    else if (Math.abs(dx) + Math.abs(dy) >= nearest || (i + 2 >= flat.length && (dx !== 0 || dy !== 0)))
      text += `l${dx}${dy < 0 ? '' : ' '}${dy}`
    else continue
    ;[lastX, lastY] = [x, y]
  }
  if (!text.includes('l')) return ''
  return isClosed ? `${text}z` : text
}

function groupSvg(
  { mark, colour, dash, parts }: { mark: Mark; colour: string; dash: string; parts: string[] },
  drawing: Drawing,
): string {
  if (mark.kind === 'symbol') return `<g opacity="${mark.opacity ?? 1}">${parts.join('')}</g>`
  const path = (paint: string): string => `<path d="${parts.join('')}" ${paint}/>`
  const steady = 'vector-effect="non-scaling-stroke"'
  if (mark.kind === 'stroke') {
    const width = sizeAt(mark.width, drawing.scale)
    if (width === undefined) return ''
    return path(`stroke="${colour}" stroke-width="${width}"${dash ? ` stroke-dasharray="${dash}"` : ''} ${steady}`)
  }
  if (mark.kind === 'spot') {
    const inside = mark.fill === null ? '' : `fill="${colour}" fill-opacity="${mark.opacity ?? 1}" `
    return path(
      `${inside}stroke="${mark.edge === OF_THEME ? colour : mark.edge}" stroke-width="${mark.edgeWidth ?? 1}" ${steady}`,
    )
  }
  if (mark.kind === 'fill') return path(`fill="${colour}" fill-rule="evenodd" fill-opacity="${mark.opacity ?? 1}"`)
  if (mark.kind !== 'squares' && mark.kind !== 'hatch') return ''
  const id = `first-${mark.kind}-${colour.slice(1)}`
  const pitch = mark.pitch * drawing.pixel
  const inside =
    mark.kind === 'squares'
      ? `<rect width="${place(mark.side * drawing.pixel)}" height="${place(mark.side * drawing.pixel)}" fill="${colour}"/>`
      : `<path d="M0 ${place(pitch)}L${place(pitch)} 0" stroke="${colour}" stroke-width="1" ${steady}/>`
  return `<pattern id="${id}" patternUnits="userSpaceOnUse" width="${place(pitch)}" height="${place(pitch)}">${inside}</pattern>${path(`fill="url(#${id})" fill-rule="evenodd"`)}`
}
