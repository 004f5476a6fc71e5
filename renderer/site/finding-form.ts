/** The form with which a finding is noted or changed: figures with a comma or a point, a remark and a photo. */
import { dutchDate, reportOf } from '../../server/features/vocabulary.ts'
import { ASKED, faultOf, type Spot, type TypedFinding, typedFinding } from '../features/trenches/finding-entry.ts'
import { button, careful, element, fill } from './elements.ts'
import type { Entry, Findings } from './findings.ts'
import { preview, redraw } from './photo.ts'
import { speech, t } from './texts.ts'

const ALERT = { role: 'alert' }

export interface Given extends TypedFinding {
  photo: string | null
  /** The entry that is changed */
  before: Entry | null
}

export const findingForm = (spot: Spot, given: Given, findings: Findings, close: () => void): HTMLElement => {
  const field = (name: 'offset' | 'depth' | 'remark', label: string, more: Record<string, string>): HTMLElement => {
    const input = element('input', { autocomplete: 'off', ...more })
    input.value = given[name]
    input.addEventListener('input', () => {
      given[name] = input.value
      fill(fault)
      say()
    })
    return element('label', {}, label, input)
  }
  const report = element('div', { 'aria-live': 'polite' })
  const fault = element('div', {})
  const picture = element('div', { 'aria-live': 'polite' })
  const say = (): void => {
    const isWhole = faultOf(given, speech().t) === null
    fill(report, careful(isWhole ? reportOf(typedFinding(given), speech()) : null))
  }
  const showPhoto = (fault: string | null = null): void => {
    const shown = given.photo === null ? null : preview(given.photo, t('site.trenches.photo'))
    const remove = button(t('site.trenches.photoAway'), () => {
      given.photo = null
      showPhoto()
    })
    fill(picture, shown, shown && remove, careful(fault, ALERT))
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
      showPhoto(t('site.trenches.photoBad'))
    }
    camera.value = ''
    note.disabled = false
  })
  const note = element('button', { type: 'submit' }, t('site.trenches.note'))
  const made = element(
    'form',
    { novalidate: '', tabindex: '-1' },
    element('b', {}, t(`trenches.finding.kind.${given.kind}`)),
    ...ASKED[given.kind].map((name) => field(name, t(`trenches.finding.${name}`), { inputmode: 'decimal' })),
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
    const full = findings.isFull ? t('site.trenches.tooMany', { n: findings.left.length }) : null
    const wrong = faultOf(given, speech().t) ?? full
    if (wrong !== null) return fill(fault, careful(wrong, ALERT))
    const found_on = given.before?.finding.found_on ?? dutchDate(Date.now())
    void findings.note({ ...typedFinding(given), ...spot, found_on, photo: given.photo }, given.before)
    close()
  })
  say()
  showPhoto()
  return made
}
