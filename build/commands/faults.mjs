// @ts-check
/** Broken surroundings: npm run faults [-- NAME...]. One row for each at the end; exit code 1 when one was not survived. */
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'

/** @param {string[]} args */
export const run = async (args) => {
  const prepared = await preparePackages()
  await ready(prepared, ['gdal', 'grid', 'server'])
  return inOurPlace(prepared.node, [inRoot('test', 'faults', 'main.ts'), ...args], {
    cwd: root,
    // What is broken is what people run.
    env: { ...prepared.env, KLIC_SERVER: inRoot('dist', 'server') },
  })
}
