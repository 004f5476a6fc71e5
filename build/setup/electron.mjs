// @ts-check
/** Step 6, continued: can Electron run here? Its binary is fetched once; where it can't be had, the browser is the window. */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { quietly } from './children.mjs'
import { isLinked } from './packages.mjs'
import { inRoot, notes } from './places.mjs'
import { say } from './say.mjs'
import { failedLately, rememberFailure } from './tries.mjs'

const home = inRoot('node_modules', 'electron')
const DOWNLOAD_TIMEOUT_MS = 180_000

/** @returns {string | undefined} */
export const electronBinary = () => {
  try {
    const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(home, 'dist')
    const file = path.join(dist, fs.readFileSync(path.join(home, 'path.txt'), 'utf8'))
    return fs.existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

const note = () => `electron-${JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8')).version}`

export const electronIsSettled = () => !!electronBinary() || isLinked() || failedLately(notes, note(), Date.now())

/**
 * Call inside the lock. Says nothing about the browser: that line belongs to every start, not to this attempt.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export const fetchElectron = async (node, env) => {
  if (electronIsSettled()) return
  say('fetching Electron (once, about 120 MB)')
  const install = path.join(home, 'install.js')
  const done = await quietly(node, [install], { cwd: home, env, timeoutMs: DOWNLOAD_TIMEOUT_MS })
  if (done.code !== 0 || !electronBinary()) rememberFailure(notes, note())
}

/**
 * Why the window can't be Electron's, in words for the person; undefined when it can.
 * @param {{ binary: string | undefined, platform: string, uid: number | undefined, env: NodeJS.ProcessEnv }} here
 */
export const whyNoElectron = ({ binary, platform, uid, env }) => {
  if (!binary) return 'Electron could not be fetched'
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display'
  if (platform === 'linux' && uid === 0) return 'Electron does not run as root with its sandbox on'
  return undefined
}
