/** A look as the rules of a QGIS renderer: each with its name in the legend, its filter, its scales and its symbol. */

import {
  type Choice,
  type Dashes,
  type Ends,
  firstOf,
  isBanded,
  isChoice,
  type Look,
  type Mark,
  OF_THEME,
  type Picture,
  type Rule,
  type Spot,
  type Stroke,
  type SymbolMark,
  takenIn,
} from '../../imkl/look/display-list.ts'
import { STATUSES, UNKNOWN_COLOUR } from '../../imkl/look/styles.ts'
import { THEMES, type Theme } from '../../imkl/model/themes.ts'
import { translate } from '../../texts/texts.ts'
import {
  beyond,
  byScale,
  byTheme,
  dashByStatus,
  faded,
  fixed,
  is,
  isNoneOf,
  isOneOf,
  mm,
  type Paint,
  SCALE,
  sizeByScale,
} from './expressions.ts'
import type { QgisRule } from './rules.ts'
import { embedSvg, svgOf } from './svg.ts'
import {
  atEnd,
  fillLayer,
  hatchAlongLayer,
  hatchLayer,
  lineLayer,
  markerLayer,
  pictureLayer,
  type SymbolKind,
  squaresLayer,
  symbol,
} from './symbols.ts'
import type { Xml } from './xml.ts'

/** A project speaks Dutch, as the columns of its layers do. */
const t = translate('nl')

/** The theme that a layer of the project shows, null for features without a known one, undefined for all of them. */
export type OnlyTheme = Theme | null | undefined

/** How a colour of the look is said: that of the theme may be known, or follow from the feature. */
type Paints = (colour: string) => Paint

const paintsOf =
  (theme: Paint): Paints =>
  (colour) =>
    colour === OF_THEME ? theme : fixed(colour)

export function rulesOf(look: Look, kind: SymbolKind, only: OnlyTheme): QgisRule[] {
  const paints = paintsOf(only === undefined ? byTheme : fixed(only === null ? UNKNOWN_COLOUR : only.colour))
  return look.rules.flatMap((rule) => {
    const common = { upTo: rule.upTo, ...(rule.isOff ? { on: false } : {}) }
    if (rule.isSplit) return splitRules(rule, kind, only, paints).map((each) => ({ ...each, ...common }))
    const drawn = (marks: readonly Mark[]) => symbol(kind, ...layersOf(marks, rule, paints))
    const choosing = rule.marks.find((mark) => mark.kind === 'symbol' && isChoice(mark.picture)) as
      | SymbolMark
      | undefined
    if (!choosing) return [{ label: rule.label, filter: filterOf(rule, look), symbol: drawn(rule.marks), ...common }]
    const { column, cases, otherwise } = choosing.picture as Choice
    const withPicture = (picture: Picture) =>
      drawn(rule.marks.map((mark) => (mark === choosing ? { ...choosing, picture } : mark)))
    const values = cases.map(({ value }) => value)
    return [
      ...cases.map((each) => ({ label: each.label ?? each.name, filter: is(column, each.value), picture: each })),
      { label: otherwise.label ?? otherwise.name, filter: isNoneOf(column, values), picture: otherwise },
    ].map(({ label, filter, picture }) => ({ label, filter, symbol: withPicture(picture), ...common }))
  })
}

/** All themes: a rule for each. One theme: a rule for each status, so that the legend shows the dashes. */
function splitRules(rule: Rule, kind: SymbolKind, only: OnlyTheme, paints: Paints): QgisRule[] {
  if (only === undefined) {
    const inColour = (colour: string) => symbol(kind, ...layersOf(rule.marks, rule, paintsOf(fixed(colour))))
    return [
      ...THEMES.map(({ id, colour }) => ({
        label: t(`imkl.theme.${id}`),
        filter: is('thema', id),
        symbol: inColour(colour),
      })),
      { label: t('imkl.unknownTheme'), filter: 'ELSE', symbol: inColour(UNKNOWN_COLOUR) },
    ]
  }
  if (!rule.marks.some((mark) => mark.kind === 'stroke' && mark.dashes))
    return [{ label: rule.label, symbol: symbol(kind, ...layersOf(rule.marks, rule, paints)) }]
  const ofStatus = (status: string) =>
    symbol(
      kind,
      ...layersOf(
        rule.marks.map((mark) => (mark.kind === 'stroke' ? inStatus(mark, status) : mark)),
        rule,
        paints,
      ),
    )
  return [
    ...STATUSES.map((id) => ({ label: t(`imkl.status.${id}`), filter: is('status', id), symbol: ofStatus(id) })),
    { label: 'status onbekend', filter: 'ELSE', symbol: ofStatus('') },
  ]
}

const inStatus = ({ dashes, ...stroke }: Stroke, status: string): Stroke => ({
  ...stroke,
  dash: (dashes && firstOf(dashes)[status]) ?? null,
})

/** ELSE would also take what another rule leaves out by its scale. */
function filterOf({ when, beyond: scale }: Rule, look: Look): string | undefined {
  // Not the rule's own scale: two rules that share a bound would both draw at exactly that scale.
  if (scale !== undefined) return beyond(scale)
  if (when !== 'otherwise') return when && isOneOf(when.column, when.values)
  const { column, values } = takenIn(look)!
  return new Set(look.rules.map(({ upTo }) => upTo)).size === 1 ? 'ELSE' : isNoneOf(column, values)
}

const layersOf = (marks: readonly Mark[], { level }: Rule, paints: Paints): Xml[] =>
  marks.flatMap((mark, i) => layersOfMark(mark, paints, level === undefined ? 0 : level + i, marks.length === 1))

function layersOfMark(mark: Mark, paints: Paints, pass: number, isOnly: boolean): Xml[] {
  const colour = 'colour' in mark ? paints(mark.colour) : fixed('#000000')
  const paint = 'opacity' in mark && mark.opacity !== undefined ? faded(colour, mark.opacity) : colour
  switch (mark.kind) {
    case 'stroke':
      return [strokeLayer(mark, paint, pass)]
    case 'fill':
      return [fillLayer(paint)]
    case 'hatch':
      return [mark.along === undefined ? hatchLayer(paint, mark.pitch) : hatchAlongLayer(paint, mark.pitch, mark.along)]
    case 'squares':
      return [squaresLayer(paint, mark.side, mark.pitch)]
    case 'ends':
      return mark.at.map((end) => atEnd(end, symbol('marker', endLayer(mark, paint, end)), pass))
    case 'arrow':
      return [arrowHead(paint, mark.length, { expressions: { angle: TURNED } })]
    case 'spot':
      return [spotLayer(mark, paints)]
    case 'symbol':
      return [symbolLayer(mark, paint)]
    case 'label':
      // QGIS labels only what it also draws.
      return isOnly ? [markerLayer({ shape: 'circle', sizePx: 1 })] : []
  }
}

const sizeExpression = (size: Spot['size']) => (isBanded(size) ? sizeByScale(size) : undefined)

const strokeLayer = ({ width, dash, dashes }: Stroke, paint: Paint, pass: number): Xml =>
  lineLayer({
    paint,
    widthMm: mm(firstOf(width)),
    width: sizeExpression(width),
    pass,
    ...(dash === undefined ? {} : { dash }),
    ...(dashes === undefined
      ? {}
      : { dashes: isBanded(dashes) ? byScale(dashes, dashByStatus) : dashByStatus(dashes) }),
  })

/** Degrees clockwise, as both the data and QGIS have it. */
const TURNED = 'coalesce("rotatie",0)'

/** The tip lies on the point; at rotation 0 the head points to the right. */
const arrowHead = (fill: Paint, sizePx: number, more: { angle?: number; expressions?: { angle: string } }): Xml =>
  markerLayer({ shape: 'filled_arrowhead', sizePx, fill, ...more })

const endLayer = ({ sign, length, width }: Ends, paint: Paint, end: 'first' | 'last'): Xml =>
  sign === 'arrow'
    ? arrowHead(paint, firstOf(length), { angle: end === 'first' ? 180 : 0 })
    : markerLayer({
        shape: 'line',
        sizePx: firstOf(length),
        edge: paint,
        edgePx: width,
        expressions: { size: sizeExpression(length) },
      })

function spotLayer(spot: Spot, paints: Paints): Xml {
  const { shape, size, mostM, fill, opacity, edge, edgeWidth = 1, edgeDashes, isDashedOnly } = spot
  const paint = fill === null ? null : paints(fill)
  const dashed = Object.entries(firstOf<Dashes>(edgeDashes ?? {})).filter(([, dash]) => dash !== null)
  const bare = isDashedOnly ? 'no' : 'solid'
  const styles = dashed.map(([status, dash]) => `WHEN ${is('status', status)} THEN '${penStyle(dash!)}'`)
  return markerLayer({
    shape,
    sizePx: firstOf(size),
    fill: paint && opacity !== undefined ? faded(paint, opacity) : paint,
    edge: paints(edge),
    edgePx: edgeWidth,
    edgeStyle: bare,
    expressions: {
      ...(isDashedOnly
        ? {
            enabled: isOneOf(
              'status',
              dashed.map(([status]) => status),
            ),
          }
        : {}),
      size: mostM === undefined ? sizeExpression(size) : onTheGround(firstOf(size), mostM, edgeWidth),
      outlineWidth: mostM === undefined ? undefined : onTheGround(edgeWidth, mostM, firstOf(size)),
      outlineStyle: dashed.length === 0 ? undefined : `CASE ${styles.join(' ')} ELSE '${bare}' END`,
    },
  })
}

/** In millimetres: its full size, or its share of the metres that it covers with what is drawn around it. */
const onTheGround = (px: number, mostM: number, aroundPx: number): string => {
  const metres = (mostM * px) / (px + aroundPx)
  return `CASE WHEN ${SCALE} IS NULL THEN ${mm(px)} ELSE min(${mm(px)},${Math.round(metres * 1e6) / 1000}/${SCALE}) END`
}

/** QGIS has no lengths for the dashes of an edge, only names. */
const penStyle = (dash: readonly number[]): string => (dash.length > 2 ? 'dash dot' : dash[0]! > 1 ? 'dash' : 'dot')

const symbolLayer = ({ size, isTurned, picture }: SymbolMark, paint: Paint): Xml =>
  pictureLayer({
    file: embedSvg(svgOf((picture as Picture).shapes)),
    sizePx: firstOf(size),
    paint,
    ...(isTurned ? { angle: TURNED } : {}),
    expressions: { size: sizeExpression(size) },
  })
