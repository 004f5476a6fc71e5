/** The window's description of the shell is the shell's own: held together by their types, since neither imports the other. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { DesktopBridge } from '../../electron/preload.ts'

const root = path.resolve(import.meta.dirname, '..', '..')

/** The names in the description. */
const described = (): string[] => {
  const text = fs.readFileSync(path.join(root, 'renderer', 'shell.ts'), 'utf8')
  const body = /export interface Shell \{([\s\S]*?)\n\}/.exec(text)?.[1] ?? ''
  return [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name!).sort()
}

const offered: Record<keyof DesktopBridge, true> = {
  version: true,
  showLog: true,
  showData: true,
  preferences: true,
  setPreferences: true,
  setLanguage: true,
  updateState: true,
  checkForUpdate: true,
  downloadUpdate: true,
  postponeUpdate: true,
  installUpdate: true,
  onUpdate: true,
  chooseFile: true,
  chooseMapFile: true,
  takeOpened: true,
  onOpened: true,
  openOffice: true,
  saveExport: true,
  prepareDrag: true,
  drag: true,
  reveal: true,
  copyPath: true,
}

test('window and shell name the same calls', () => {
  assert.deepEqual(described(), Object.keys(offered).sort())
})
