// @ts-check
/** Benchmarks: npm run bench [-- NAME ARGS]. Without a name, all of them, one after the other. */
import fs from 'node:fs'
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'
import { CannotPrepare } from '../setup/say.mjs'

const folder = inRoot('test', 'bench')

/** @param {string[]} args */
export const run = async ([name, ...args]) => {
  const all = fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((file) => file.endsWith('.ts'))
        .sort()
    : []
  const names = all.map((file) => file.slice(0, -'.ts'.length))
  const chosen = name ? names.filter((each) => each === name) : names
  if (chosen.length === 0) throw new CannotPrepare(`no such benchmark; there are: ${names.join(', ') || 'none'}`)
  const prepared = await preparePackages()
  await ready(
    prepared,
    name && name !== 'start' ? ['gdal', 'grid', 'server'] : ['gdal', 'grid', 'renderer', 'server', 'shell'],
  )
  let worst = 0
  for (const each of chosen) {
    const code = await inOurPlace(prepared.node, [inRoot('test', 'bench', `${each}.ts`), ...args], {
      cwd: root,
      // What is measured is what people run.
      env: { ...prepared.env, KLIC_SERVER: inRoot('dist', 'server') },
    })
    worst = Math.max(worst, code)
  }
  return worst
}
