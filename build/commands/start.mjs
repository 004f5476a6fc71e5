// @ts-check
/** npm start: the desktop shell where Electron can run, else the same window in the browser. */
import process from 'node:process'
import { inOurPlace } from '../setup/children.mjs'
import { electronBinary, whyNoElectron } from '../setup/electron.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'
import { say } from '../setup/say.mjs'

/** @param {string[]} args */
export const run = async (args) => {
  const prepared = await preparePackages()
  await ready(prepared, ['gdal', 'grid', 'map', 'renderer', 'server', 'shell', 'electron'])
  const binary = electronBinary()
  const why = whyNoElectron({ binary, platform: process.platform, uid: process.getuid?.(), env: process.env })
  if (binary && !why) return inOurPlace(binary, [root, ...args], { cwd: root, env: prepared.env })
  say(`${why}: the window opens in the browser`)
  return inOurPlace(prepared.node, [inRoot('build', 'open-in-browser.mjs'), ...args], { cwd: root, env: prepared.env })
}
