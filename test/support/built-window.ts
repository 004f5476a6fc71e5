/**
 * The window and the map's symbols and fonts, as their sources are now: what the set-up has built when nothing changed
 * since, else built for the test. KLIC_RENDERER names a window that is built already.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundles, isBuilt } from '../../build/setup/bundles.mjs'
import { inRoot } from '../../build/setup/places.mjs'

/** Servers that are started later in this process serve it. */
export async function buildWindow(): Promise<{ folder: string; remove(): Promise<void> }> {
  const given = process.env.KLIC_RENDERER ?? (isBuilt(bundles.renderer) ? inRoot(bundles.renderer.output) : undefined)
  if (given) {
    process.env.KLIC_RENDERER = given
    return { folder: given, remove: async () => {} }
  }
  const folder = await mkdtemp(join(tmpdir(), 'klic-window-'))
  const { build } = await import('vite')
  const configFile = fileURLToPath(new URL('../../renderer/vite.config.ts', import.meta.url))
  await build({ configFile, logLevel: 'error', build: { outDir: folder, reportCompressedSize: false } })
  process.env.KLIC_RENDERER = folder
  return {
    folder,
    async remove() {
      delete process.env.KLIC_RENDERER
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @param elsewhere where they are built when there are none of these sources @returns their folder */
export async function mapAssets(elsewhere: string): Promise<string> {
  if (isBuilt(bundles.map)) return inRoot(bundles.map.output)
  const { writeMapAssets } = await import('../../build/map/write-assets.ts')
  await writeMapAssets(elsewhere)
  return elsewhere
}
