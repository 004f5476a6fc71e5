/** What was changed in a section and not saved yet: kept over other sections, other pages and a reload. */
import { useSyncExternalStore } from 'react'
import type { Values } from './values.ts'

const KEY = 'klic-desktop:unsaved-settings'
const NONE: Values = {}

const stored = (): Record<string, Values> => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Values>
  } catch {
    return {}
  }
}

let drafts: Readonly<Record<string, Values>> = stored()
const listeners = new Set<() => void>()

const listen = (heard: () => void): (() => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** Null forgets it. */
const keep = (section: string, changes: Values | null): void => {
  const { [section]: _former, ...others } = drafts
  drafts = changes && Object.keys(changes).length > 0 ? { ...others, [section]: changes } : others
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts))
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const heard of listeners) heard()
}

export const useDraft = (section: string): [Values, (changes: Values | null) => void] => {
  const all = useSyncExternalStore(listen, () => drafts)
  return [all[section] ?? NONE, (changes) => keep(section, changes)]
}

export const useUnsaved = (): Readonly<Record<string, Values>> => useSyncExternalStore(listen, () => drafts)
