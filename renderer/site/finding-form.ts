/** The form with which a finding is noted or changed: figures with a comma or a point, a remark and a photo. */
import { mustReport, type SiteFinding } from '../../server/features/site-package/page-schema.ts'
import { dutchDate } from '../../server/features/vocabulary.ts'
import { button, element } from './elements.ts'
import type { Entry, Findings } from './findings.ts'
import { preview, redraw } from './photo.ts'
import { t } from './texts.ts'

/** Where something is noted. */
export type Spot = Pick<SiteFinding, 'feature_id' | 'trench'>

/** As it is typed. */
export interface Given {
  kind: SiteFinding['kind']
  offset: string
  depth: string
  remark: string
  photo: string | null
  /** The entry that is changed */
  before: Entry | null
}

const FIGURES = ['offset', 'depth'] as const
/** Metres, as the server takes them. */
const BOUNDS = { offset: [-100, 100], depth: [-5, 50] } as const

/** Null: none was typed; NaN: it is no number. */
const figureIn = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

const figuresOf = ({ kind, offset, depth }: Given): { offset: number | null; depth: number | null } => ({
  offset: kind === 'found' || kind === 'elsewhere' ? figureIn(offset) : null,
  depth: kind === 'not_found' ? null : figureIn(depth),
})

/** Null: it can be noted. */
const faultOf = (given: Given): string | null => {
  const figures = figuresOf(given)
  for (const name of FIGURES) {
    const value = figures[name]
    const [least, most] = BOUNDS[name]
    if (Number.isNaN(value)) return t('trenches.finding.noFigure')
    if (value !== null && (value < least || value > most)) return t('trenches.bounds', { least, most })
  }
  return given.kind === 'elsewhere' && figures.offset === null ? t('trenches.finding.offsetNeeded') : null
}

export const reportOf = (finding: { kind: SiteFinding['kind']; offset_m: number | null }): string =>
  mustReport(finding) ? t(`trenches.finding.report.${finding.kind === 'not_found' ? 'operator' : 'kadaster'}`) : ''

export const careful = (text: string, role?: string): HTMLElement | null =>
  text === '' ? null : element('p', { class: 'careful', ...(role && { role }) }, text)

export const findingForm = (spot: Spot, given: Given, findings: Findings, close: () => void): HTMLElement => {
  const field = (name: 'offset' | 'depth' | 'remark', label: string, more: Record<string, string>): HTMLElement => {
    const input = element('input', { autocomplete: 'off', ...more })
    input.value = given[name]
    input.addEventListener('input', () => {
      given[name] = input.value
      fault.replaceChildren()
      say()
    })
    return element('label', {}, label, input)
  }
  const report = element('div', { 'aria-live': 'polite' })
  const fault = element('div', {})
  const picture = element('div', { 'aria-live': 'polite' })
  const say = (): void => {
    const deviation = careful(reportOf({ kind: given.kind, offset_m: figuresOf(given).offset }))
    report.replaceChildren(...(deviation && faultOf(given) === null ? [deviation] : []))
  }
  const showPhoto = (): void => {
    const { photo } = given
    const away = (): void => {
      given.photo = null
      showPhoto()
    }
    picture.replaceChildren(
      ...(photo === null ? [] : [preview(photo, t('site.trenches.photo')), button(t('site.trenches.photoAway'), away)]),
    )
  }
  const camera = element('input', { type: 'file', accept: 'image/*', capture: 'environment' })
  camera.addEventListener('change', async () => {
    const file = camera.files?.[0]
    if (!file) return
    note.disabled = true
    try {
      given.photo = await redraw(file)
      showPhoto()
    } catch {
      showPhoto()
      picture.append(careful(t('site.trenches.photoBad'), 'alert')!)
    }
    camera.value = ''
    note.disabled = false
  })
  const note = element('button', { type: 'submit' }, t('site.trenches.note'))
  const { kind } = given
  const hasOffset = kind === 'found' || kind === 'elsewhere'
  const made = element(
    'form',
    { novalidate: '', tabindex: '-1' },
    element('b', {}, t(`trenches.finding.kind.${kind}`)),
    hasOffset ? field('offset', t('trenches.finding.offset'), { inputmode: 'decimal' }) : null,
    kind === 'not_found' ? null : field('depth', t('trenches.finding.depth'), { inputmode: 'decimal' }),
    report,
    field('remark', t('site.trenches.remark'), { maxlength: '500' }),
    element('label', {}, t('site.trenches.photo'), camera),
    picture,
    fault,
    note,
    button(t('site.close'), close),
  )
  made.addEventListener('submit', (event) => {
    event.preventDefault()
    const wrong = faultOf(given) ?? (findings.isFull ? t('site.trenches.tooMany', { n: findings.left.length }) : null)
    if (wrong !== null) return fault.replaceChildren(careful(wrong, 'alert')!)
    const { offset, depth } = figuresOf(given)
    const found_on = given.before?.finding.found_on ?? dutchDate(Date.now())
    const said = { offset_m: offset, depth_m: depth, found_on, remark: given.remark.trim() || null }
    void findings.note({ kind, ...spot, ...said, photo: given.photo }, given.before)
    close()
  })
  say()
  showPhoto()
  return made
}
