/** The built window and the map's symbols and fonts. "npm test" builds them before any test starts. */
import { bundles, isBuilt } from '../../build/setup/bundles.mjs'
import { inRoot } from '../../build/setup/places.mjs'

/**
 * The folder of the window that servers serve: KLIC_RENDERER, or dist/renderer.
 * @throws when dist/renderer is missing or older than its sources: a test never builds the window
 */
export function builtWindow(): string {
  if (process.env.KLIC_RENDERER) return process.env.KLIC_RENDERER
  if (isBuilt(bundles.renderer)) return inRoot(bundles.renderer.output)
  throw new Error('dist/renderer is missing or older than its sources. Run "npm run setup" first.')
}

/** @param elsewhere where they are built when there are none of these sources @returns their folder */
export async function mapAssets(elsewhere: string): Promise<string> {
  if (isBuilt(bundles.map)) return inRoot(bundles.map.output)
  const { writeMapAssets } = await import('../../build/map/write-assets.ts')
  await writeMapAssets(elsewhere)
  return elsewhere
}
