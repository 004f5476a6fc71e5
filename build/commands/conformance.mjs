// @ts-check
/** The contract of API v1 against a running server: npm run conformance -- --base-url URL --key KEY. */
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages } from '../setup/prepare.mjs'

/** @param {string[]} args */
export const run = async (args) => {
  const { node, env } = await preparePackages()
  return inOurPlace(node, [inRoot('test', 'conformance', 'main.ts'), ...args], { cwd: root, env })
}
