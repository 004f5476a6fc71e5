// @ts-check
/** Formats and applies the safe fixes of the linter: npm run format [-- FILES]. */
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages } from '../setup/prepare.mjs'

/** @param {string[]} args */
export const run = async (args) => {
  const { node, env } = await preparePackages()
  const biome = inRoot('node_modules', '@biomejs', 'biome', 'bin', 'biome')
  return inOurPlace(node, [biome, 'check', '--write', ...(args.length > 0 ? args : ['.'])], { cwd: root, env })
}
