// @ts-check
/**
 * The long run: npm run soak [-- --seed N --notifications N --days N], or an office whose processes are killed:
 * npm run soak -- --postgres [--jobs N --companies N --seconds N]. Bounded in wall time; one line at the end.
 */
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'

/** @param {string[]} args */
export const run = async (args) => {
  const prepared = await preparePackages()
  const isOffice = args.includes('--postgres')
  if (isOffice) await ready(prepared, ['gdal', 'grid', 'server'])
  return inOurPlace(prepared.node, [inRoot('test', 'soak', isOffice ? 'office.ts' : 'main.ts'), ...args], {
    cwd: root,
    // An office's processes are those that people run.
    env: isOffice ? { ...prepared.env, KLIC_SERVER: inRoot('dist', 'server') } : prepared.env,
  })
}
