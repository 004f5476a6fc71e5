// @ts-check
/**
 * Step 2: a Node that runs our TypeScript. The platform packages of npm carry it, so that the global Node may be older.
 * They are started by their path, never through node_modules/.bin, which not every npm links.
 */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { inRoot, root } from './places.mjs'
import { CannotPrepare } from './say.mjs'

export const WANTED_MAJOR = 24

/**
 * @param {{ execPath: string, version: string, platform: string, arch: string, exists: (file: string) => boolean }} here
 * @param {...string} modules folders of packages in which it may lie
 * @returns {string} the path of the binary
 */
export const chooseNode = (here, ...modules) => {
  if (Number(here.version.replace(/^v/, '').split('.')[0]) >= WANTED_MAJOR) return here.execPath
  const platform = here.platform === 'win32' ? 'win' : here.platform
  const file = here.platform === 'win32' ? 'node.exe' : 'node'
  const packaged = modules
    .map((folder) => path.join(folder, `node-${platform}-${here.arch}`, 'bin', file))
    .find((place) => here.exists(place))
  if (packaged) return packaged
  throw new CannotPrepare(
    `Node ${WANTED_MAJOR} is needed; this is ${here.version}, and no package for ${here.platform} ${here.arch} is ` +
      `installed. Install Node ${WANTED_MAJOR} (nodejs.org, or "brew install node@${WANTED_MAJOR}" on macOS) and ` +
      'start again with it first in PATH.',
  )
}

export const nodeForChildren = () =>
  chooseNode(
    {
      execPath: process.execPath,
      version: process.version,
      platform: process.platform,
      arch: process.arch,
      exists: fs.existsSync,
    },
    inRoot('node_modules'),
    // Where npm puts it when we are a package among others.
    path.dirname(root),
  )

/**
 * The environment for everything we start: that Node first in PATH, so that "node" means it for grandchildren too.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export const environmentWith = (node) => {
  const env = { ...process.env }
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  env[key] = [path.dirname(node), env[key]].filter(Boolean).join(path.delimiter)
  env.KLIC_NODE = node
  return env
}
