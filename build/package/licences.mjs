// @ts-check
/** The licences of everything that is delivered, as one text; the window's server gives it at /licences.txt. */
import fs from 'node:fs'
import path from 'node:path'
import { inRoot } from '../setup/places.mjs'
import { manifestOf, serverPackages } from './contents.mjs'
import { nativeParts } from './native-parts.mjs'

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/** Bundled into the window or the shell, and so not in the package's node_modules. */
const bundled = () => {
  const found = new Set()
  /** @param {string} from @param {string} name */
  const add = (from, name) => {
    const own = path.join(from, 'node_modules', name)
    const folder = fs.existsSync(path.join(own, 'package.json')) ? own : inRoot('node_modules', name)
    if (found.has(folder) || !fs.existsSync(path.join(folder, 'package.json'))) return
    found.add(folder)
    for (const each of Object.keys(manifestOf(folder).dependencies ?? {})) add(folder, each)
  }
  for (const name of Object.keys(manifestOf(inRoot()).dependencies ?? {}))
    if (name !== 'gdal-async') add(inRoot(), name)
  return [...found]
}

/** @param {string} folder */
const textIn = (folder) =>
  fs
    .readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name) && fs.statSync(path.join(folder, name)).isFile())
    .sort()
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8').trim())
    .join('\n\n')

/** Delivered with their texts elsewhere, or with none. */
const OTHERS = [
  'Electron and Chromium (MIT and others): LICENSE.electron.txt and LICENSES.chromium.html beside the application',
  'RD correction grid nl_nsgi_rdtrans2018.tif: NSGI (Kadaster, Rijkswaterstaat, Dienst der Hydrografie), CC BY 4.0',
]

/** @returns {{ name: string, version: string, licence: string, text: string }[]} sorted by name and version */
export const collectLicences = () => {
  const folders = new Set([...serverPackages().map((name) => inRoot('node_modules', ...name.split('/'))), ...bundled()])
  const byName = new Map()
  for (const folder of folders) {
    const { name, version, license } = manifestOf(folder)
    const licence = typeof license === 'string' ? license : ''
    byName.set(`${name} ${version}`, { name, version, licence, text: textIn(folder) })
  }
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

export const licencesText = () => {
  const line = '-'.repeat(80)
  const parts = [...collectLicences(), ...nativeParts()].map(({ name, version, licence, text }) =>
    [line, `${name} ${version}: ${licence || 'see its text'}`, ...(text ? ['', text] : [])].join('\n'),
  )
  const own = fs.readFileSync(inRoot('LICENSE'), 'utf8').trim()
  const head = ['KLIC Desktop: Apache-2.0', '', own, '', line, ...OTHERS.map((each) => `${each}\n`)]
  return `${[...head, ...parts].join('\n')}\n`
}
