/** The trench plan in the page: each trench with its rows, what the crew notes there, and what is not handed in yet. */
import type { SiteTrenches } from '../../server/features/site-package/page-schema.ts'
import {
  findingWords,
  isOpenRow,
  reportOf,
  rowNotices,
  rowWords,
  THEMES,
  unknownSentence,
} from '../../server/features/vocabulary.ts'
import { isAt, kindsAt, NOTHING_TYPED, type Spot } from '../features/trenches/finding-entry.ts'
import { toneOfRows } from '../features/trenches/row-state.ts'
import { trenchLayer } from '../map/layers/trench-styles.ts'
import { feature, type MapLayer } from '../map/map-layer.ts'
import { button, type Child, careful, element, fill, part, swatch } from './elements.ts'
import { findingForm, type Given } from './finding-form.ts'
import { type Entry, Findings, isHandedIn } from './findings.ts'
import { preview } from './photo.ts'
import { figure, language, moment, speech, t } from './texts.ts'
import { showView } from './views.ts'

type Row = SiteTrenches['rows'][number]
export type SiteTrench = SiteTrenches['trenches'][number]

export const sitePlan = JSON.parse(
  document.getElementById('site-trenches')?.textContent ?? 'null',
) as SiteTrenches | null

const COLOURS = { good: '#0a6b2d', care: '#b45f00', bad: '#b00000' }
const LOOK = { works: '#0030a0', text: '#000000', halo: '#ffffff', width: 3, textSize: 16 }

/** Works, and trenches with their numbers. */
export const sitePlanLayer = ({ works, trenches, rows }: SiteTrenches): MapLayer => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shapes = trenches.map(({ no, outline, rows: ids }) =>
    feature(
      { type: 'Polygon', coordinates: [[...outline]] },
      { part: 'trench', no, colour: COLOURS[toneOfRows(ids, byId)] },
    ),
  )
  return trenchLayer([feature(works, { part: 'works' }), ...shapes], LOOK, null)
}

/** What is being noted at each place: it outlives a change of language. */
const drafts = new Map<string, Given>()
const keyOf = ({ feature_id, trench }: Spot): string => `${trench} ${feature_id}`

const joined = (texts: readonly (string | null)[]): string => texts.filter(Boolean).join(' · ')

/** @param showOnMap null: there is no map */
export const trenchList = (plan: SiteTrenches, showOnMap: ((trench: SiteTrench) => void) | null) => {
  /** What follows the entries. */
  const followers = new Set<() => void>()
  const rows = new Map(plan.rows.map((row) => [row.id, row]))
  const findings = new Findings(plan, () => {
    for (const draw of followers) draw()
  })

  const follow = (place: HTMLElement, make: () => readonly Child[]): HTMLElement => {
    const draw = (): void => fill(place, ...make())
    followers.add(draw)
    draw()
    return place
  }

  /** @param change null: its place has no form */
  const entryShown = (entry: Entry, change: ((given: Given) => void) | null): HTMLElement => {
    const { sentAt, fileAt, refused, finding } = entry
    const { kind, offset_m, depth_m, remark, photo, trench } = finding
    const typed = (value: number | null): string => (value === null ? '' : figure(value, 3))
    const given = { kind, offset: typed(offset_m), depth: typed(depth_m), remark: remark ?? '', photo, before: entry }
    const remove = button(t('trenches.finding.delete'), () =>
      remove.replaceWith(button(t('trenches.finding.deleteSure'), () => void findings.remove([entry]))),
    )
    const state = sentAt
      ? t('site.trenches.sent', { at: moment(sentAt) })
      : fileAt
        ? t('site.trenches.inFile', { at: moment(fileAt) })
        : t('site.trenches.kept')
    return element(
      'div',
      { class: 'noted' },
      element('b', {}, t(`trenches.finding.kind.${kind}`)),
      ' ',
      joined([trench === null ? null : t('trenches.trench', { no: trench }), ...findingWords(finding, speech())]),
      photo === null ? null : preview(photo, t('site.trenches.photo')),
      careful(reportOf(finding, speech())),
      element('p', { class: 'quiet' }, state),
      careful(refused && t('site.trenches.refused', { why: refused })),
      ...(isHandedIn(entry) ? [] : [change && button(t('site.trenches.change'), () => change(given)), remove]),
    )
  }

  /** What was noted there, and what it is noted with. @param unknown how a line that the plan does not have is noted */
  const noting = (spot: Spot, unknown = ''): HTMLElement => {
    const key = keyOf(spot)
    const place = element('div')
    const draw = (): void => {
      const given = drafts.get(key)
      const choices = kindsAt(spot).map((kind) =>
        button(kind === 'unknown_line' ? unknown : t(`trenches.finding.kind.${kind}`), () =>
          note({ ...NOTHING_TYPED, kind, photo: null, before: null }),
        ),
      )
      fill(place, ...(given ? [findingForm(spot, given, findings, () => note(null))] : choices))
    }
    /** @param given null: the form is closed */
    const note = (given: Given | null): void => {
      if (given) drafts.set(key, given)
      else drafts.delete(key)
      draw()
      place.querySelector<HTMLElement>(given ? 'form' : 'button')?.focus()
    }
    const noted = follow(element('div'), () =>
      findings.entries
        .filter(({ finding }) => isAt(spot, finding))
        .map((entry) => entryShown(entry, keyOf(entry.finding) === key ? note : null)),
    )
    draw()
    return element('div', {}, noted, place)
  }

  const rowShown = (row: Row, trench: number | null): HTMLElement => {
    const { name, operator, place, depth, details } = rowWords(row, speech())
    return element(
      'article',
      {},
      element('h3', {}, swatch(THEMES.find(({ id }) => id === row.theme)?.colour), name),
      element('p', {}, joined([operator, place, t('trenches.row.deep', { depth })])),
      details === '' ? null : element('p', { class: 'quiet' }, details),
      element('p', {}, element('b', {}, t(`trenches.state.${row.state}`))),
      ...rowNotices(row, speech()).map((notice) => careful(notice)),
      noting({ feature_id: row.id, trench }),
    )
  }

  const trenchShown = (trench: SiteTrench): HTMLElement => {
    const { no, rows: ids, length_m, from_m, to_m } = trench
    const met = ids.flatMap((id) => rows.get(id) ?? [])
    const left = met.filter(({ state }) => isOpenRow(state)).length
    const isHere = ({ finding }: Entry) => finding.trench === no || ids.some((id) => id === finding.feature_id)
    const noted = () => {
      const n = findings.entries.filter(isHere).length
      return [n > 0 ? t('site.trenches.noted', { n }) : null]
    }
    const along =
      from_m === null
        ? null
        : t('site.trenches.along', { from: figure(Math.max(0, from_m), 1), to: figure(to_m ?? 0, 1) })
    const made = element(
      'details',
      { 'data-no': String(no) },
      element(
        'summary',
        {},
        element('b', {}, t('trenches.trench', { no })),
        element('small', {}, joined([t('trenches.lines', { n: ids.length, length: figure(length_m, 1) }), along])),
        element('small', {}, t('trenches.left', { n: left })),
        follow(element('small', { class: 'count' }), noted),
      ),
    )
    const open = (): void => {
      if (showOnMap) made.append(button(t('site.trenches.onMap'), () => showOnMap(trench)))
      const unknown = noting({ feature_id: null, trench: no }, t('trenches.finding.unknownLine'))
      made.append(...met.map((row) => rowShown(row, no)), unknown)
    }
    made.addEventListener('toggle', open, { once: true })
    return made
  }

  const handIn = (): Child[] => {
    const { entries, left, isKept } = findings
    return [
      careful(isKept ? null : t('site.trenches.unkept')),
      entries.length === 0 ? null : element('p', {}, element('b', {}, t('site.trenches.left', { n: left.length }))),
      left.length === 0 ? null : button(t('site.trenches.saveFile'), () => void findings.saveFiles(left)),
      entries.length === left.length
        ? null
        : button(t('site.trenches.saveAgain'), () => void findings.saveFiles(entries)),
    ]
  }

  /** Of lines and trenches that this plan does not have (any more). */
  const others = (): HTMLElement[] =>
    findings.entries
      .filter(({ finding: { feature_id, trench } }) =>
        feature_id === null ? trench !== null && trench > plan.trenches.length : !rows.has(feature_id),
      )
      .map((entry) => entryShown(entry, null))

  const place = (): HTMLElement => part(`main[lang="${language()}"] .trenches`)
  const render = (): void => {
    followers.clear()
    const met = new Set(plan.trenches.flatMap((trench) => trench.rows))
    fill(
      place(),
      element('h2', {}, t('trenches.title')),
      element('p', {}, t('site.trenches.proposal')),
      follow(element('div', { role: 'status' }), handIn),
      careful(rows.size === 0 ? t('trenches.nothing') : null),
      ...plan.trenches.map(trenchShown),
      ...plan.rows.filter(({ id }) => !met.has(id)).map((row) => rowShown(row, null)),
      noting({ feature_id: null, trench: null }, t('site.trenches.unknownElsewhere')),
      follow(element('div'), others),
      element('h3', {}, t('trenches.unknown.title')),
      element(
        'ul',
        {},
        ...plan.unknown.map((one) => element('li', {}, unknownSentence(one, speech()))),
        element('li', {}, t('trenches.unknown.always')),
      ),
    )
  }

  render()
  document.addEventListener('klic-language', render)
  const ready = findings.open()
  window.addEventListener('beforeunload', (event) => {
    if (!findings.isKept && findings.left.length > 0) event.preventDefault()
  })
  const offer = element('div')
  document.addEventListener('klic-gone', async () => {
    await ready
    await findings.remove(findings.entries.filter(isHandedIn))
    const { left } = findings
    if (left.length === 0) return
    const save = button(t('site.trenches.saveFile'), () => void findings.saveFiles(left))
    fill(offer, element('p', {}, t('site.trenches.gone', { n: left.length })), save)
    document.querySelector('.cover')?.append(offer)
  })

  /** @param no of the trench that is looked at; null: none */
  return (no: number | null): void => {
    showView('list')
    const trench = place().querySelector<HTMLDetailsElement>(`[data-no="${no}"]`)
    if (trench) trench.open = true
    ;(trench ?? place()).scrollIntoView()
  }
}
