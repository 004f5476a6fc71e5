#!/usr/bin/env node
// @ts-check
/**
 * `klic`, as the package of npm installs it. At the first start it readies GDAL beside itself: the published build where
 * that can be fetched, else one against the GDAL of this system, else the name of what is missing. Nothing of the system is installed.
 */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { inOurPlace, passSignalsOn } from '../setup/children.mjs'
import { gdalLoads, readyGdal } from '../setup/gdal.mjs'
import { alone } from '../setup/lock.mjs'
import { environmentWith, nodeForChildren } from '../setup/node.mjs'
import { inRoot, notes } from '../setup/places.mjs'
import { CannotPrepare, say } from '../setup/say.mjs'

/** @param {string} node @param {NodeJS.ProcessEnv} env */
const readyForTheFirstStart = async (node, env) => {
  // A binding fits one major version of Node; the Node that npm fetched with us stays the same.
  const done = path.join(notes, `ready-${node === process.execPath ? process.versions.modules : 'packaged'}`)
  if (fs.existsSync(done)) return
  try {
    fs.mkdirSync(notes, { recursive: true })
  } catch {
    if (await gdalLoads(node)) return
    throw new CannotPrepare(
      `GDAL must be readied once by who may write in ${inRoot()}: start klic once as the user that installed it`,
    )
  }
  await alone(notes, () => readyGdal(node, env, { mayInstall: false }), {
    onWait: () => say('waiting: another start is preparing'),
  })
  fs.writeFileSync(done, '')
}

passSignalsOn()
try {
  const node = nodeForChildren()
  const env = environmentWith(node)
  await readyForTheFirstStart(node, env)
  const script = inRoot('dist', 'server', 'klic.js')
  process.exit(await inOurPlace(node, ['--max-semi-space-size=16', script, ...process.argv.slice(2)], { env }))
} catch (error) {
  if (!(error instanceof CannotPrepare)) throw error
  say(error.message)
  process.exit(1)
}
