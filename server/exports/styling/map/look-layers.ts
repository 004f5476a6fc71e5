/** A look as layers of a map style: its marks from the first rule to the last, a layer for each band of scales and each dash. */
import { type Ends, isBanded, type Look, type Mark, type Rule, takenIn } from '../../../imkl/look/display-list.ts'
import { LOOKS } from '../../../imkl/look/looks.ts'
import type { Band, StyledLayer } from '../../../imkl/look/styles.ts'
import { type Expression, inBands, isNoneOf, isOneOf, type MapLayer, type Setting, upTo } from './layer.ts'
import { layersOfMark } from './mark-layers.ts'

/** Points of a layer of lines are its ends, on which something is drawn, turned with the line. */
const IS_POINT: Expression = ['has', 'rotatie']
const IS_LINE: Expression = ['!', IS_POINT]

export function layersOf(setting: Setting, layer: StyledLayer): MapLayer[] {
  const look = LOOKS[layer]
  const marks = marksOf(look)
  const hasEnds = [...marks.keys()].some(isTick)
  const each = [...marks].map(([mark, rules]) => ({ mark, rules, bands: bandsOf(mark) }))
  return each.flatMap(({ mark, rules, bands }, i) => {
    const { beyond = null } = rules[0]!
    const common = (one: Mark, of: readonly Rule[]) => ({
      setting,
      layer,
      chosen: [hasEnds ? (isTick(one) ? IS_POINT : IS_LINE) : null, conditionOf(look, of)],
    })
    if (!bands) {
      const last = Math.min(rules[0]!.upTo ?? Infinity, look.upTo ?? Infinity)
      const at = upTo(setting, last === Infinity ? null : last, beyond)
      return layersOfMark(mark, { ...common(mark, rules), at, band: undefined })
    }
    // Marks in the same bands lie over each other in each of them.
    if (sameBands(each[i - 1]?.bands, bands)) return []
    const end = each.findIndex((other, j) => j > i && !sameBands(other.bands, bands))
    const together = each.slice(i, end < 0 ? undefined : end)
    return inBands(setting, bands, beyond).flatMap(({ at, name }, index) =>
      together.flatMap((one) => layersOfMark(one.mark, { ...common(one.mark, one.rules), at, band: { index, name } })),
    )
  })
}

const isTick = (mark: Mark): mark is Ends => mark.kind === 'ends' && mark.sign === 'tick'

/** Each mark once, with the rules that have it. The heads of arrows on lines are points of the tiles. */
function marksOf({ rules }: Look): Map<Mark, Rule[]> {
  const marks = new Map<Mark, Rule[]>()
  for (const rule of rules.filter(({ isOff }) => !isOff))
    for (const mark of rule.marks)
      if (mark.kind !== 'ends' || isTick(mark)) marks.set(mark, [...(marks.get(mark) ?? []), rule])
  return marks
}

function bandsOf(mark: Mark): readonly Band<unknown>[] | undefined {
  const size = mark.kind === 'stroke' ? mark.width : mark.kind === 'ends' ? mark.length : 'size' in mark && mark.size
  return typeof size === 'object' && isBanded(size) ? size : undefined
}

const sameBands = (one: readonly Band<unknown>[] | undefined, other: readonly Band<unknown>[]): boolean =>
  one?.length === other.length && one.every(({ upTo: scale }, i) => scale === other[i]!.upTo)

function conditionOf(look: Look, rules: readonly Rule[]): Expression | null {
  const taken = takenIn(look)
  if (!taken || rules.length === look.rules.length || rules.some(({ when }) => when === undefined)) return null
  const own = rules.flatMap(({ when }) => (when === undefined || when === 'otherwise' ? [] : when.values))
  return rules.some(({ when }) => when === 'otherwise')
    ? isNoneOf(
        taken.column,
        taken.values.filter((value) => !own.includes(value)),
      )
    : isOneOf(taken.column, own)
}
