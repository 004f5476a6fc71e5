/** The window, built from its sources for a test; KLIC_RENDERER names one that is built already. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Servers that are started later in this process serve it. */
export async function buildWindow(): Promise<{ folder: string; remove(): Promise<void> }> {
  const given = process.env.KLIC_RENDERER
  if (given) return { folder: given, remove: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'klic-window-'))
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
