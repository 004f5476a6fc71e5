// @ts-check
/** The long run: npm run soak [-- --seed N --notifications N --days N]. Bounded in wall time; one line at the end. */
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages } from '../setup/prepare.mjs'

/** @param {string[]} args */
export const run = async (args) => {
  const prepared = await preparePackages()
  return inOurPlace(prepared.node, [inRoot('test', 'soak', 'main.ts'), ...args], { cwd: root, env: prepared.env })
}
