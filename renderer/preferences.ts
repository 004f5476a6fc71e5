/** Language, colours, background and how things are listed, kept in this browser. The system's wish holds until the user says otherwise. */

import { useSyncExternalStore } from 'react'
import { JOB_SORTS, type JobSort } from '../server/features/vocabulary.ts'
import { LANGUAGES, type Language, languageOf } from '../server/texts/languages.ts'
import { forEachLanguage, translate } from '../server/texts/texts.ts'
import { SCHEMES, type Scheme } from './map/palette.ts'

/** A language has its own name here, so that its speakers find it. */
export const LANGUAGE_NAMES = forEachLanguage((language) => translate(language)('language.name'))

/** PDOK's map while it can be reached (and else the offline one), the map file of one's own, the simulator's town, or bare paper. */
export const BACKGROUNDS = ['online', 'offline', 'invented', 'plain'] as const
export type BackgroundKind = (typeof BACKGROUNDS)[number]

/** How the layers of a result are listed. */
export const TREES = ['themes', 'operators'] as const
export type Tree = (typeof TREES)[number]

export interface Preferences {
  language: Language
  scheme: Scheme
  background: BackgroundKind
  tree: Tree
  jobOrder: JobSort
  /** Of the list on the left, in pixels; null: by the window. */
  listWidth: number | null
  /** How strongly a result is drawn, above 0 and up to 1, by theme; '' for those that are not named. */
  strengths: Readonly<Record<string, number>>
  /** How strongly the ground below a result is drawn, from 0, not at all, to 1. */
  ground: number
}

const GROUND_STRENGTH = 0.8

const KEY = 'klic-desktop:preferences'
const darkSystem = matchMedia('(prefers-color-scheme: dark)')

const stored = (): Partial<Preferences> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>
  } catch {
    return {}
  }
}

const read = (): Preferences => {
  const own = stored()
  const systemLanguage: Language = languageOf(navigator.language)
  return {
    language: LANGUAGES.find((language) => language === own.language) ?? systemLanguage,
    scheme: SCHEMES.find((scheme) => scheme === own.scheme) ?? (darkSystem.matches ? 'dark' : 'light'),
    background: BACKGROUNDS.find((background) => background === own.background) ?? 'online',
    tree: TREES.find((tree) => tree === own.tree) ?? 'themes',
    listWidth: typeof own.listWidth === 'number' ? own.listWidth : null,
    jobOrder: JOB_SORTS.find((order) => order === own.jobOrder) ?? 'next',
    strengths: Object.fromEntries(
      Object.entries(own.strengths ?? {}).filter(([, value]) => typeof value === 'number' && value > 0 && value < 1),
    ),
    ground: typeof own.ground === 'number' && own.ground >= 0 && own.ground <= 1 ? own.ground : GROUND_STRENGTH,
  }
}

let now = read()
const listeners = new Set<() => void>()
const refresh = (): void => {
  now = read()
  for (const heard of listeners) heard()
}
darkSystem.addEventListener('change', refresh)

const listen = (heard: () => void): (() => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

export const usePreferences = (): Preferences => useSyncExternalStore(listen, () => now)

/** What was chosen here; what was not goes by the system. */
export const ownPreferences = stored

export const prefer = (change: { [Name in keyof Preferences]?: Preferences[Name] | undefined }): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), ...change }))
  } catch {
    now = { ...now, ...(change as Partial<Preferences>) }
    for (const heard of listeners) heard()
    return
  }
  refresh()
}
