// @ts-check
/**
 * The order of the set-up. Everything is looked at first without the lock, so that a start with nothing to do costs next
 * to nothing; only what is missing is done, under the lock, and looked at again there.
 */
import { build, bundles, isBuilt } from './bundles.mjs'
import { electronIsSettled, fetchElectron } from './electron.mjs'
import { gdalLoads, readyGdal } from './gdal.mjs'
import { fetchGrid, gridIsSettled } from './grid.mjs'
import { alone } from './lock.mjs'
import { environmentWith, nodeForChildren } from './node.mjs'
import { installPackages, isLinked, packagesAreReady } from './packages.mjs'
import { notes } from './places.mjs'
import { say } from './say.mjs'

/** @typedef {'gdal' | 'grid' | 'map' | 'renderer' | 'panes' | 'server' | 'shell' | 'electron'} Need */
/** @typedef {{ node: string, env: NodeJS.ProcessEnv }} Prepared the Node to start things with, and their environment */

/** @param {() => Promise<void>} work */
const locked = (work) => alone(notes, work, { onWait: () => say('waiting: another start is preparing') })

/**
 * The packages and Node, which every command needs.
 * @returns {Promise<Prepared>}
 */
export const preparePackages = async () => {
  if (!packagesAreReady()) await (isLinked() ? installPackages() : locked(installPackages))
  const node = nodeForChildren()
  return { node, env: environmentWith(node) }
}

/** @type {Record<Need, { isReady: (at: Prepared) => boolean | Promise<boolean>, makeReady: (at: Prepared) => Promise<void> }>} */
const steps = {
  gdal: { isReady: ({ node }) => gdalLoads(node), makeReady: ({ node, env }) => readyGdal(node, env) },
  grid: { isReady: gridIsSettled, makeReady: ({ node, env }) => fetchGrid(node, env) },
  renderer: {
    isReady: () => isBuilt(bundles.renderer),
    makeReady: ({ node, env }) => build(bundles.renderer, node, env),
  },
  map: { isReady: () => isBuilt(bundles.map), makeReady: ({ node, env }) => build(bundles.map, node, env) },
  server: { isReady: () => isBuilt(bundles.server), makeReady: ({ node, env }) => build(bundles.server, node, env) },
  panes: { isReady: () => isBuilt(bundles.panes), makeReady: ({ node, env }) => build(bundles.panes, node, env) },
  shell: { isReady: () => isBuilt(bundles.electron), makeReady: ({ node, env }) => build(bundles.electron, node, env) },
  electron: { isReady: electronIsSettled, makeReady: ({ node, env }) => fetchElectron(node, env) },
}

/**
 * @param {Prepared} prepared
 * @param {readonly Need[]} needs
 */
export const ready = async (prepared, needs) => {
  const looks = await Promise.all(needs.map(async (need) => steps[need].isReady(prepared)))
  const missing = needs.filter((_, index) => !looks[index])
  if (missing.length === 0) return
  await locked(async () => {
    for (const need of missing) await steps[need].makeReady(prepared)
  })
}
