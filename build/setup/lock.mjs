// @ts-check
/**
 * One preparation at a time, with Node's built-ins alone, surviving owners that died.
 *
 * [Note: numbered locks] A single lock file can't be taken over safely: two waiters that both see a dead owner
 * may delete each other's fresh lock. So nothing is ever taken over. The locks are numbered files, the highest number
 * counts, and a process that finds it given back or dead creates the next number, which only one can do. A creator that then
 * sees a still higher number was late and steps back. The highest file is never deleted, so numbers never run backwards.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'

const NAME = /^setup-(\d+)\.lock$/
const HEARTBEAT_MS = 2_000
/** Looks at an unchanged lock, one pause apart, after which its owner counts as dead even on another machine. */
const LOOKS_BEFORE_DEAD = 60
const PAUSE_MS = 500

/** @param {string} folder */
const numbers = (folder) =>
  fs
    .readdirSync(folder)
    .map((name) => Number(NAME.exec(name)?.[1] ?? 0))
    .filter((number) => number > 0)
    .sort((a, b) => b - a)

/** @param {number} pid */
const isRunning = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * @param {string} file
 * @returns {{ free: boolean, mark: string }} mark changes with every heartbeat of a living owner
 */
const look = (file) => {
  try {
    const mark = String(fs.statSync(file).mtimeMs)
    const text = fs.readFileSync(file, 'utf8')
    if (text === 'given back') return { free: true, mark }
    // Just created and not yet written: someone is at it, or died there; the looks will tell.
    if (text === '') return { free: false, mark }
    const owner = /** @type {{ pid: number, host: string }} */ (JSON.parse(text))
    return { free: owner.host === os.hostname() && !isRunning(owner.pid), mark }
  } catch {
    return { free: false, mark: 'unreadable' }
  }
}

/**
 * Waits until nobody else prepares in this folder, then runs the work.
 * @template T
 * @param {string} folder where the locks live; made when missing
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void, pauseMs?: number, looksBeforeDead?: number }} [options]
 * @returns {Promise<T>}
 */
export const alone = async (folder, work, options = {}) => {
  const file = await take(folder, options)
  const heartbeat = setInterval(() => beat(file), HEARTBEAT_MS)
  heartbeat.unref()
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    fs.writeFileSync(file, 'given back')
  }
}

/**
 * @param {string} folder
 * @param {{ onWait?: () => void, pauseMs?: number, looksBeforeDead?: number }} options
 */
const take = async (folder, { onWait, pauseMs = PAUSE_MS, looksBeforeDead = LOOKS_BEFORE_DEAD }) => {
  fs.mkdirSync(folder, { recursive: true })
  let seen = ''
  let looks = 0
  let waited = false
  for (;;) {
    const highest = numbers(folder)[0] ?? 0
    const { free, mark } = highest === 0 ? { free: true, mark: '' } : look(lockFile(folder, highest))
    const now = `${highest} ${mark}`
    looks = now === seen ? looks + 1 : 0
    seen = now
    if (free || looks >= looksBeforeDead) {
      const mine = create(folder, highest + 1)
      if (mine) return mine
    } else {
      if (!waited) onWait?.()
      waited = true
      await pause(pauseMs)
    }
  }
}

/** @param {string} file */
const beat = (file) => {
  try {
    fs.utimesSync(file, new Date(), new Date())
  } catch {
    // Counted as dead (a computer that slept, say) and followed by a higher number: nothing left to keep alive.
  }
}

/**
 * @param {string} folder
 * @param {number} number
 */
const lockFile = (folder, number) => path.join(folder, `setup-${number}.lock`)

/**
 * @param {string} folder
 * @param {number} number
 * @returns {string | undefined} undefined when someone else was first
 */
const create = (folder, number) => {
  const file = lockFile(folder, number)
  try {
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, host: os.hostname() }), { flag: 'wx' })
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return undefined
    throw error
  }
  const all = numbers(folder)
  if (all[0] !== number) {
    fs.rmSync(file, { force: true })
    return undefined
  }
  for (const older of all.slice(1)) fs.rmSync(lockFile(folder, older), { force: true })
  return file
}
