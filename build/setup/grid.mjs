// @ts-check
/**
 * Step 4: the official correction grid between RD New and ETRS89 (RDNAPTRANS2018; NSGI, published in PROJ-data, CC BY 4.0).
 * The project works without it, on an approximation of its own that is good to 3 cm and says so.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { quietly } from './children.mjs'
import { inRoot, notes } from './places.mjs'
import { say } from './say.mjs'
import { failedLately, rememberFailure } from './tries.mjs'

const NAME = 'nl_nsgi_rdtrans2018.tif'
const URL_OF_GRID = `https://cdn.proj.org/${NAME}`
const SHA256 = '7653831191b424e715a906468962fc60071cfb71a3186b2a58f098bab8bf41de'

export const gridFile = inRoot('build', 'grid', NAME)

/** @param {string} file */
const isTheGrid = (file) => {
  try {
    return createHash('sha256').update(fs.readFileSync(file)).digest('hex') === SHA256
  } catch {
    return false
  }
}

/** A copy in the folder beside the project, where some keep such files. */
const beside = inRoot('..', 'shared', 'data', NAME)

export const gridIsSettled = () => isTheGrid(gridFile) || (failedLately(notes, NAME, Date.now()) && !isTheGrid(beside))

/**
 * Call inside the lock.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export const fetchGrid = async (node, env) => {
  if (isTheGrid(gridFile)) return
  fs.mkdirSync(path.dirname(gridFile), { recursive: true })
  const script = fileURLToPath(new URL('./download.mjs', import.meta.url))
  const fetched = await quietly(node, [script, URL_OF_GRID, gridFile, SHA256], {
    env: { ...env, NODE_USE_ENV_PROXY: '1' },
  })
  if (fetched.code === 0) {
    say('fetched the RDNAPTRANS2018 grid')
    return
  }
  if (isTheGrid(beside)) {
    fs.copyFileSync(beside, `${gridFile}.part`)
    fs.renameSync(`${gridFile}.part`, gridFile)
    say('copied the RDNAPTRANS2018 grid from the folder beside the project')
    return
  }
  rememberFailure(notes, NAME)
  say('the RDNAPTRANS2018 grid can not be had now: coordinates use the built-in approximation (3 cm)')
}
