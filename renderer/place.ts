/** Where I am: the job that is open, what of its result is hidden or added, what is selected. Its home is the URL. */
import { useSyncExternalStore } from 'react'
import { JOB_STATES, type JobState } from '../server/features/vocabulary.ts'

/** The pages of a result, by what is looked for there. */
export const RESULT_TABS = ['map', 'attention', 'call', 'trenches', 'files', 'course'] as const
export type ResultTab = (typeof RESULT_TABS)[number]

/** What the left side shows, in the order of its buttons: what must be done, the jobs, the projects. */
export const LISTS = ['today', 'jobs', 'projects'] as const
export type List = (typeof LISTS)[number]

/** Jobs in this state, or archived ones; null: all that are in the list. */
export type JobStateFilter = JobState | 'archived' | null
export const JOB_STATE_FILTERS: readonly JobStateFilter[] = [null, ...JOB_STATES, 'archived']

export interface Place {
  job: string | null
  /** An area is drawn: the new one, or that of the job that is corrected. */
  area: boolean
  corrects: string | null
  /** The page of the open result. */
  tab: ResultTab
  project: string | null
  /** What the list on the left shows. */
  list: List
  /** The filter of the jobs: the list and the table show the same ones. */
  search: string
  jobState: JobStateFilter
  /** The table of the jobs is open. */
  table: boolean
  /** The section of the settings that is open. */
  settings: string | null
  /** Themes that are switched off. */
  hidden: readonly string[]
  /** Codes of operators that are switched off. */
  hiddenOperators: readonly string[]
  /** Groups of layers that are switched on beyond the usual ones. */
  extra: readonly string[]
  /** Number of the document of the job that is open. */
  document: number | null
  /** With what the result is compared: `with:<job>` or `revision:<number>`. */
  compare: string | null
  /** Ids of the features under the last click; the first is the one that is shown. */
  picked: readonly string[]
}

const listOf = (text: string | null): string[] => (text ? text.split('~') : [])

const read = (search: string): Place => {
  const query = new URLSearchParams(search)
  return {
    job: query.get('job'),
    area: query.has('area'),
    corrects: query.get('area') || null,
    tab: RESULT_TABS.find((tab) => tab === query.get('tab')) ?? 'map',
    project: query.get('project'),
    list: LISTS.find((list) => list === query.get('list')) ?? 'jobs',
    search: query.get('q') ?? '',
    jobState: JOB_STATE_FILTERS.find((state) => state === query.get('state')) ?? null,
    table: query.has('table'),
    settings: query.get('settings'),
    hidden: listOf(query.get('hide')),
    hiddenOperators: listOf(query.get('hide-operators')),
    extra: listOf(query.get('show')),
    document: Number(query.get('document')) || null,
    compare: query.get('compare'),
    picked: listOf(query.get('at')),
  }
}

const write = (place: Place): string => {
  const query = new URLSearchParams()
  if (place.job) query.set('job', place.job)
  if (place.area) query.set('area', place.corrects ?? '')
  if (place.tab !== 'map') query.set('tab', place.tab)
  if (place.project) query.set('project', place.project)
  if (place.list !== 'jobs') query.set('list', place.list)
  if (place.search) query.set('q', place.search)
  if (place.jobState) query.set('state', place.jobState)
  if (place.table) query.set('table', '')
  if (place.settings) query.set('settings', place.settings)
  if (place.hidden.length > 0) query.set('hide', place.hidden.join('~'))
  if (place.hiddenOperators.length > 0) query.set('hide-operators', place.hiddenOperators.join('~'))
  if (place.extra.length > 0) query.set('show', place.extra.join('~'))
  if (place.document) query.set('document', String(place.document))
  if (place.compare) query.set('compare', place.compare)
  if (place.picked.length > 0) query.set('at', place.picked.join('~'))
  const text = query.toString()
  return text ? `?${text}` : location.pathname
}

const NOWHERE: Place = {
  job: null,
  area: false,
  corrects: null,
  tab: 'map',
  project: null,
  list: 'jobs',
  search: '',
  jobState: null,
  table: false,
  settings: null,
  hidden: [],
  hiddenOperators: [],
  extra: [],
  document: null,
  compare: null,
  picked: [],
}
const CHANGED = 'klic:place'
let lastSearch: string | null = null
let lastPlace = NOWHERE

const current = (): Place => {
  if (location.search !== lastSearch) {
    lastSearch = location.search
    lastPlace = read(lastSearch)
  }
  return lastPlace
}

const listen = (heard: () => void): (() => void) => {
  addEventListener('popstate', heard)
  addEventListener(CHANGED, heard)
  return () => {
    removeEventListener('popstate', heard)
    removeEventListener(CHANGED, heard)
  }
}

export const usePlace = (): Place => useSyncExternalStore(listen, current)

/** Another job, project or area: a step that Back undoes. The list on the left and its filter stay what they are. */
export const goTo = (place: Partial<Place>): void => {
  const { list, search, jobState } = current()
  history.pushState(history.state, '', write({ ...NOWHERE, list, search, jobState, ...place }))
  dispatchEvent(new Event(CHANGED))
}

/** Another look at the same thing: no step of its own. */
export const updatePlace = (change: Partial<Place>): void => {
  history.replaceState(history.state, '', write({ ...current(), ...change }))
  dispatchEvent(new Event(CHANGED))
}

/** Shows an object of the result: its card stands on the page of the map. */
export const pick = (picked: readonly string[]): void => updatePlace({ picked, tab: 'map' })

/** Where the map looks: it outlives a reload, and is no part of an address that somebody may send. */
export interface KeptView {
  center: [lng: number, lat: number]
  zoom: number
  /** The key of what it had flown to before. */
  focus: string
}

export const keepView = (view: KeptView): void => history.replaceState({ view }, '')

export const keptView = (): KeptView | null => (history.state as { view?: KeptView } | null)?.view ?? null
