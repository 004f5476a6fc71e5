// @ts-check
/** Writes anew what is made from the code and checked in: the OpenAPI document, and the rooms in docs/architecture.md. A test fails while one is stale. */
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages } from '../setup/prepare.mjs'

const WRITERS = ['write-openapi.ts', 'write-rooms.ts']

export const run = async () => {
  const { node, env } = await preparePackages()
  for (const writer of WRITERS) {
    const code = await inOurPlace(node, [inRoot('build', writer)], { cwd: root, env })
    if (code !== 0) return code
  }
  return 0
}
