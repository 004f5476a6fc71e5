/**
 * What the shell remembers for this computer, in shell.json of the data folder: choices, where the window stood, how far
 * an update is. Replaced by rename. What can't be read or does not fit is taken for never said. Electron-free.
 */

import fs from 'node:fs'
import path from 'node:path'
import { isLanguage, type Language } from '../server/texts/languages.ts'
import type { ShellPreferences } from './preload.ts'

export interface WindowPlace {
  x?: number
  y?: number
  width: number
  height: number
  isMaximized: boolean
  /** Chromium's zoom level: 0 is 100 %, each step a factor 1.2. */
  zoom: number
}

export interface UpdateMemory {
  checkedAt?: string
  /** Not offered before then; ISO 8601. */
  postponedUntil?: string
  /** An installation that has not yet proved to start. */
  trial?: { from: string; to: string; starts: number }
  /** A version that did not start here; it is not offered again. */
  refused?: string
  /** To be told once. */
  rolledBack?: string
  /** The installer of the version that runs, with which a failed update is undone. */
  installer?: { version: string; file: string }
  /** The installer of the version on trial. */
  next?: { version: string; file: string }
}

export interface Memory {
  preferences: ShellPreferences
  window: WindowPlace
  update: UpdateMemory
  /** What the window speaks; the system's language until it said so. */
  language?: Language
  /** Up to where the server's events were heard: what came while nobody listened is told at the next start */
  heard?: string
}

const DEFAULT_PORT = 4780

const INITIALLY: Memory = {
  preferences: { startAtLogin: false, keepRunning: true, notify: true, channel: 'latest', port: DEFAULT_PORT },
  window: { width: 1440, height: 900, isMaximized: false, zoom: 0 },
  update: {},
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

const FITS: Record<keyof ShellPreferences, (value: unknown) => boolean> = {
  startAtLogin: isBoolean,
  keepRunning: isBoolean,
  notify: isBoolean,
  channel: (value) => value === 'latest' || value === 'beta',
  port: (value) => Number.isInteger(value) && Number(value) >= 1024 && Number(value) <= 65_535,
}

/**
 * Only known names with values that fit.
 * @throws Error that names what does not fit
 */
export const checkPreferences = (change: unknown): Partial<ShellPreferences> => {
  if (typeof change !== 'object' || change === null) throw new Error('preferences must be an object')
  for (const [name, value] of Object.entries(change)) {
    if (!Object.hasOwn(FITS, name) || !FITS[name as keyof ShellPreferences](value)) {
      throw new Error(`${name} can not be ${JSON.stringify(value)}`)
    }
  }
  return change
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const remembered = (text: string): Memory => {
  const read: unknown = JSON.parse(text)
  if (!isObject(read)) return INITIALLY
  const { preferences, window, update, language, heard } = read
  const fitting = Object.entries(isObject(preferences) ? preferences : {}).filter(
    ([name, value]) => Object.hasOwn(FITS, name) && FITS[name as keyof ShellPreferences](value),
  )
  const place = isObject(window) && Number(window.width) > 0 && Number(window.height) > 0 ? window : {}
  return {
    preferences: { ...INITIALLY.preferences, ...Object.fromEntries(fitting) },
    window: { ...INITIALLY.window, ...place },
    update: isObject(update) ? update : {},
    ...(isLanguage(language) ? { language } : {}),
    ...(typeof heard === 'string' && /^\d{1,15}$/.test(heard) ? { heard } : {}),
  }
}

export interface MemoryFile {
  readonly now: Memory
  /** On the disk when it returns; a full disk does not end the program, and the change holds until its end. */
  change: (change: Partial<Memory>) => void
}

export const openMemory = (dataFolder: string): MemoryFile => {
  const file = path.join(dataFolder, 'shell.json')
  let now = INITIALLY
  try {
    now = remembered(fs.readFileSync(file, 'utf8'))
  } catch {
    // Never written, or not by us.
  }
  return {
    get now() {
      return now
    },
    change: (change) => {
      now = { ...now, ...change }
      try {
        fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
        fs.writeFileSync(`${file}.new`, `${JSON.stringify(now, null, 2)}\n`, { mode: 0o600 })
        fs.renameSync(`${file}.new`, file)
      } catch {
        // What was remembered before stays as it was.
      }
    },
  }
}

/** A place that at least one screen still shows; else only its size, and the system puts it somewhere. */
export const onSomeScreen = (
  place: WindowPlace,
  screens: readonly { x: number; y: number; width: number; height: number }[],
): WindowPlace => {
  const { x, y, ...size } = place
  const isSeen =
    x !== undefined &&
    y !== undefined &&
    // The title bar, by which the window can be moved.
    screens.some(
      (on) => x + place.width > on.x + 100 && x < on.x + on.width - 100 && y >= on.y && y < on.y + on.height - 50,
    )
  return isSeen ? place : size
}
