/** One mark of a look as layers of a map style. */
import {
  type Dashes,
  isBanded,
  isChoice,
  type Label,
  type Mark,
  OF_THEME,
  type Spot,
  type Stroke,
  type SymbolMark,
} from '../../../imkl/look/display-list.ts'
import { type Band, type Dash, PIXEL_MM, type StyledLayer } from '../../../imkl/look/styles.ts'
import { zoomOfScale } from '../../tiles/map-tiles.ts'
import { ENLARGED, imageName, isImage, statusesOf } from './images.ts'
import {
  byColumn,
  byTheme,
  type Expression,
  filterOf,
  get,
  is,
  isNoneOf,
  isOneOf,
  type MapLayer,
  mapLayer,
  NEVER_LEFT_OUT,
  type Range,
  type Scheme,
  type Setting,
  THEME_COLOUR,
  TURNED,
} from './layer.ts'

/** The font that is served with the map; Liberation Sans, which the standard names, is the same design. */
export const FONT = 'Arimo Regular'

/** A hair around solid lines: theme colours are made for white paper, and yellow is hard to see even there. */
const HAIR: Readonly<Record<Scheme, { colour: string; widthPx: number }>> = {
  light: { colour: 'rgba(40, 52, 58, 0.3)', widthPx: 1 },
  dark: { colour: 'rgba(255, 255, 255, 0.5)', widthPx: 1.4 },
}

/** Under black and grey where the paper is dark. */
const UNDERLAY = { colour: 'rgba(255, 255, 255, 0.75)', widthPx: 2 } as const

/** One mark at one band of scales. */
interface DrawnMark {
  setting: Setting
  layer: StyledLayer
  at: Range
  /** Which band it is; undefined: its only one. */
  band: { index: number; name: string } | undefined
  /** Which features have it. */
  chosen: readonly (Expression | null)[]
}

const sized = <T>(size: T | readonly Band<T>[], { band }: DrawnMark): T =>
  isBanded(size) ? size[band!.index]!.size : size

const paintOf = (colour: string): Expression | string => (colour === OF_THEME ? THEME_COLOUR : colour)

export function layersOfMark(mark: Mark, drawn: DrawnMark): MapLayer[] {
  const { setting, layer, at, band, chosen } = drawn
  const id = [mark.id, band?.name].filter((part) => part !== undefined).join('-')
  const whole = { ...at, ...filterOf(...chosen), ...(mark.isPassive ? { pick: false } : {}) }
  switch (mark.kind) {
    case 'stroke':
      return strokeLayers(mark, drawn)
    case 'fill': {
      const opacity = mark.opacity === undefined ? {} : { 'fill-opacity': mark.opacity }
      return [mapLayer(layer, id, 'fill', { ...whole, paint: { 'fill-color': paintOf(mark.colour), ...opacity } })]
    }
    case 'hatch':
      return [
        mark.along === undefined
          ? mapLayer(layer, id, 'fill', { ...whole, paint: { 'fill-pattern': mark.image } })
          : mapLayer(layer, id, 'line', { ...whole, paint: { 'line-pattern': mark.image, 'line-width': mark.along } }),
      ]
    case 'squares': {
      const pattern = inTheme(mark.colour, (theme) => imageName(mark.image, theme))
      return [mapLayer(layer, id, 'fill', { ...whole, paint: { 'fill-pattern': pattern } })]
    }
    case 'ends': {
      const length = isBanded(mark.length) ? sized(mark.length, drawn) : undefined
      const image = inTheme(mark.colour, (theme) => imageName(mark.image, length, theme))
      return [mapLayer(layer, id, 'symbol', { ...whole, ...icon(image, TURNED_ICON) })]
    }
    case 'arrow': {
      const image = onGround(setting, imageName(mark.image))
      return [mapLayer(layer, id, 'symbol', { ...whole, ...icon(image, { ...TURNED_ICON, 'icon-anchor': 'right' }) })]
    }
    case 'spot':
      return [isImage(mark) ? spotIcon(mark, drawn, id, whole) : spotCircle(mark, drawn, id, whole)]
    case 'symbol': {
      const image = symbolImage(mark, drawn)
      return [mapLayer(layer, id, 'symbol', { ...whole, ...icon(image, mark.isTurned ? TURNED_ICON : {}) })]
    }
    case 'label':
      return [labelLayer(mark, layer, id, setting, { ...at, chosen })]
  }
}

/**
 * Lengths in line widths, as the specification counts them. Maps draw them at whole zoom levels and enlarge them in
 * between: made smaller by ENLARGED, they are the standard's in the middle.
 */
const dashed = (dash: Dash, widthPx: number): { 'line-dasharray'?: readonly number[] } =>
  dash === null ? {} : { 'line-dasharray': dash.map((px) => Math.round((px / widthPx / ENLARGED) * 1000) / 1000) }

/** A line for each status that has a dash of its own, and one for all others. */
function strokeLayers(stroke: Stroke, drawn: DrawnMark): MapLayer[] {
  const { setting, layer, at, band, chosen } = drawn
  const { colour, dash = null, dashes, isAlone, isInk, isPassive } = stroke
  const width = sized(stroke.width, drawn)
  const line = (id: string, filter: Expression | null, paint: Record<string, unknown>, pick = !isPassive): MapLayer =>
    mapLayer(layer, id, 'line', {
      ...at,
      ...filterOf(...chosen, filter),
      ...(isAlone ? { layout: { 'line-join': 'round' } } : {}),
      paint,
      ...(pick ? {} : { pick }),
    })
  const all: [string | undefined, Dash][] = dashes ? Object.entries(sized<Dashes>(dashes, drawn)) : [[undefined, dash]]
  const lines = all.flatMap(([status, own]) => {
    const id = [stroke.id, status, band?.name].filter((part) => part !== undefined).join('-')
    const filter = dashes ? ofStatus(sized<Dashes>(dashes, drawn), status!) : null
    const under = { 'line-color': UNDERLAY.colour, 'line-width': width + UNDERLAY.widthPx }
    return [
      ...(isInk && setting.scheme === 'dark' ? [line(`${id}-onder`, filter, under, false)] : []),
      line(id, filter, { 'line-color': paintOf(colour), 'line-width': width, ...dashed(own, width) }),
    ]
  })
  if (!isAlone || !dashes) return lines
  const hair = HAIR[setting.scheme]
  // Not under dashes: their gaps must stay gaps.
  const solid = solidIn(sized<Dashes>(dashes, drawn))
  const around = { 'line-color': hair.colour, 'line-width': width + hair.widthPx }
  return [line(['rand', band?.name].join('-'), solid, around, false), ...lines]
}

const solidIn = (dashes: Dashes): Expression =>
  isNoneOf(
    'status',
    Object.keys(dashes).filter((status) => dashes[status]),
  )

const ofStatus = (dashes: Dashes, status: string): Expression =>
  dashes[status] ? is('status', status) : solidIn(dashes)

const icon = (image: Expression | string, more: Record<string, unknown> = {}) => ({
  layout: { 'icon-image': image, 'icon-rotation-alignment': 'map', ...NEVER_LEFT_OUT, ...more },
})

const TURNED_ICON = { 'icon-rotate': TURNED }

const inTheme = (colour: string | null, name: (theme: string | undefined) => Expression | string) =>
  colour === OF_THEME ? byTheme(name) : name(undefined)

/** Ink on a dark ground has a halo. */
const onGround = ({ scheme }: Setting, image: string): string => (scheme === 'dark' ? `${image}-halo` : image)

function symbolImage({ picture, colour, size, isInk }: SymbolMark, { setting, band }: DrawnMark): Expression | string {
  const bandName = isBanded(size) ? band?.name : undefined
  return inTheme(colour, (theme) => {
    const named = (name: string): string => {
      const image = imageName(name, bandName, theme)
      return isInk ? onGround(setting, image) : image
    }
    if (!isChoice(picture)) return named(picture.name)
    const cases = picture.cases.map(({ value, name }) => [value, named(name)] as const)
    return byColumn(picture.column, cases, named(picture.otherwise.name))
  })
}

type Whole = Parameters<typeof mapLayer>[3]

function spotIcon(spot: Spot, drawn: DrawnMark, id: string, whole: Whole): MapLayer {
  const size = isBanded(spot.size) ? sized(spot.size, drawn) : undefined
  const { dashed: statuses, usual } = statusesOf(spot)
  const image = inTheme(spot.fill, (theme) =>
    byColumn(
      'status',
      statuses.map((status) => [status, imageName(spot.image, size, status, theme)] as const),
      imageName(spot.image, size, usual, theme),
    ),
  )
  const only = spot.isDashedOnly ? filterOf(...drawn.chosen, isOneOf('status', [...statuses, usual])) : {}
  return mapLayer(drawn.layer, id, 'symbol', { ...whole, ...only, ...icon(image) })
}

/** Its edge lies half within, as QGIS draws it. */
function spotCircle(spot: Spot, { setting, layer }: DrawnMark, id: string, whole: Whole): MapLayer {
  const { fill, edge, edgeWidth = 1, mostM } = spot
  const size = spot.size as number
  const [radius, stroke] =
    mostM === undefined ? [(size - edgeWidth) / 2, edgeWidth] : onTheGround({ size, edgeWidth, mostM }, setting)
  return mapLayer(layer, id, 'circle', {
    ...whole,
    paint: {
      'circle-color': paintOf(fill!),
      'circle-radius': radius,
      'circle-stroke-color': edge,
      'circle-stroke-width': stroke,
    },
  })
}

/** Radius and edge that cover the same ground at every zoom, up to the zoom at which they have their full size. */
function onTheGround(
  { size, edgeWidth, mostM }: { size: number; edgeWidth: number; mostM: number },
  { latitude }: Setting,
): [radius: Expression, stroke: Expression] {
  const fullAt = mostM / ((size + edgeWidth) * (PIXEL_MM / 1000))
  const near = Math.round(zoomOfScale(fullAt, latitude) * 1000) / 1000
  const doubling = (px: number): Expression => [
    'interpolate',
    ['exponential', 2],
    ['zoom'],
    near - HALVINGS,
    px / 2 ** HALVINGS,
    near,
    px,
  ]
  return [doubling((size - edgeWidth) / 2), doubling(edgeWidth)]
}

/** Zooms over which a spot grows to its full size; farther out it is too small to be seen. */
const HALVINGS = 8

/** Of texts: light on a dark ground, so that they are no white blocks over what they are about. */
const INK_ON_DARK = { colour: '#e8eef0', halo: '#1b262b' } as const

function labelLayer(
  { column, decimals, colour, height, isAnchored, offset }: Label,
  layer: StyledLayer,
  id: string,
  { scheme }: Setting,
  { chosen, ...at }: Range & Pick<DrawnMark, 'chosen'>,
): MapLayer {
  const tens = 10 ** (decimals ?? 0)
  const ems = ([x, y]: readonly [number, number]) => ['literal', [x / height, -y / height]]
  const [usual, ...others] = Object.entries(offset?.by ?? {})
  const placed = isAnchored
    ? { 'text-anchor': ['coalesce', get('anker'), 'center'], 'text-rotate': TURNED }
    : {
        'text-anchor': 'bottom-left',
        'text-offset': [
          'case',
          ...others.flatMap(([value, by]) => [is(offset!.column, value), ems(by)]),
          ems(usual![1]),
        ],
      }
  return mapLayer(layer, id, 'symbol', {
    ...at,
    ...filterOf(...chosen, decimals === undefined ? null : ['has', column]),
    layout: {
      'text-font': [FONT],
      'text-size': height,
      'text-line-height': 1,
      'text-max-width': 100,
      'text-padding': 0,
      'text-rotation-alignment': 'map',
      'text-field':
        decimals === undefined ? get(column) : ['to-string', ['/', ['round', ['*', get(column), tens]], tens]],
      ...placed,
      ...NEVER_LEFT_OUT,
    },
    paint: {
      'text-color': scheme === 'dark' ? INK_ON_DARK.colour : colour,
      'text-halo-color': scheme === 'dark' ? INK_ON_DARK.halo : 'rgba(255, 255, 255, 0.85)',
      'text-halo-width': scheme === 'dark' ? 1.5 : 1,
    },
  })
}
