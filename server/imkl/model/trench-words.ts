/** A trench plan in words: its lines, what was found and what it can't know, on paper, in the window and on the page of a site. */
import { type Snake, snake } from '../../platform/naming.ts'
import { type Language, localeOf } from '../../texts/languages.ts'
import { capital, type Translate, translate } from '../../texts/texts.ts'
import { themeNameIn } from './names.ts'
import {
  type FindingKind,
  mustReport,
  type RowState,
  type TrenchParameters,
  type TrenchRow,
  type UnknownLines,
} from './trench-plan.ts'

export interface Speech {
  t: Translate
  number(value: number, digits: number): string
  /** The name of a theme */
  theme(id: string): string
}

export const speechIn = (language: Language): Speech => ({
  t: translate(language),
  number: (value, digits) => value.toLocaleString(localeOf(language), { maximumFractionDigits: digits }),
  theme: (id) => themeNameIn(language, id),
})

/** As the wire has it. */
export type WireRow = { [Name in keyof TrenchRow as Snake<Name>]: TrenchRow[Name] }
type Located = 'layer' | 'klic_number' | 'status' | 'crossings' | 'stretches' | 'shape' | 'trenches'

export function rowWords(row: Omit<WireRow, Located>, { t, number, theme }: Speech) {
  const { diameter_mm, accuracy_cm, depth_m, depth_from } = row
  const details = [
    row.label,
    row.material,
    diameter_mm === null ? null : `${number(diameter_mm, 0)} mm`,
    accuracy_cm === null ? null : `± ${number(accuracy_cm, 0)} cm`,
  ]
  const from = depth_m === null ? 'unknown' : depth_from!
  return {
    name: capital(row.theme ? theme(row.theme) : t('feature.unnamed')),
    operator: row.operator_name ?? row.operator,
    place: t(`trenches.row.kind.${row.kind}`, {
      distance: number(row.distance_m, 2),
      chainage: number(row.chainage_m ?? 0, 1),
      angle: number(row.angle_deg ?? 0, 0),
    }),
    depth: t(`trenches.row.depth.${from}`, { metres: number(depth_m ?? 0, 2) }),
    details: details.filter(Boolean).join(' · '),
  }
}

export const rowNotices = (
  { state, has_precaution, is_schematic }: Pick<WireRow, 'has_precaution' | 'is_schematic'> & { state: RowState },
  { t }: Pick<Speech, 't'>,
): string[] => [
  ...(state === 'reopened' ? [t('trenches.moved')] : []),
  ...(has_precaution ? [t('trenches.row.precaution')] : []),
  ...(is_schematic ? [t('trenches.row.schematic')] : []),
]

interface FoundLine {
  kind: FindingKind
  offset_m: number | null
  depth_m: number | null
  remark: string | null
}

export const findingWords = (
  { offset_m, depth_m, remark }: Omit<FoundLine, 'kind'>,
  { t, number }: Pick<Speech, 't' | 'number'>,
): string[] => [
  ...(offset_m === null ? [] : [t('trenches.said.offset', { metres: number(offset_m, 2) })]),
  ...(depth_m === null ? [] : [t('trenches.said.depth', { metres: number(depth_m, 2) })]),
  ...(remark === null ? [] : [remark]),
]

/** @returns null: nothing of it must be reported */
export const reportOf = (finding: Pick<FoundLine, 'kind' | 'offset_m'>, { t }: Pick<Speech, 't'>): string | null =>
  mustReport(finding) ? t(`trenches.finding.report.${finding.kind === 'not_found' ? 'operator' : 'kadaster'}`) : null

/** Each parameter with its name and the source of its default. */
export const parameterWords = (parameters: TrenchParameters, { t }: Pick<Speech, 't'>) =>
  Object.entries(parameters).map(([name, value]) => {
    const key = snake(name) as Snake<keyof TrenchParameters>
    const [label, source] = [t(`trenches.parameters.${key}.label`), t(`trenches.parameters.${key}.source`)]
    return { label, value, source }
  })

/** What no plan can know. */
export function unknownSentence(one: UnknownLines, { t, theme }: Speech): string {
  switch (one.kind) {
    case 'operator_not_delivered':
      return t('trenches.unknown.operator', { operator: one.operatorName ?? one.operator, number: one.klicNumber })
    case 'part_missing':
      return t('trenches.unknown.part', { number: one.klicNumber ?? '', hasNumber: one.klicNumber !== null })
    case 'no_result':
      return t('trenches.unknown.noResult', { job: one.job })
    case 'outside_area':
      return t('trenches.unknown.outside', { area: one.areaM2 })
    case 'schematic':
      return t('trenches.unknown.schematic', { operator: one.operator, n: one.lines })
    case 'house_connections':
      return t('trenches.unknown.houses', {
        theme: theme(one.theme),
        n: one.total,
        addresses: one.addresses.join('; '),
        more: one.total - one.addresses.length,
      })
  }
}
