// @ts-check
/**
 * Bundles one part with Vite: node build/bundle.mjs renderer|electron|map. The set-up calls it when sources changed.
 * The window becomes static files that the server serves from its root; the shell becomes an ES module, and its preload
 * a CommonJS file, the only kind that a sandboxed preload can be.
 */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { licencesText } from './package/licences.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const renderer = async () => {
  await build({ configFile: path.join(root, 'renderer', 'vite.config.ts'), logLevel: 'warn' })
  fs.writeFileSync(path.join(root, 'dist', 'renderer', 'licences.txt'), licencesText())
}

/**
 * @param {string} name
 * @param {'es' | 'cjs'} format
 * @param {string} file
 */
const shellPart = (name, format, file) =>
  build({
    configFile: false,
    root,
    publicDir: false,
    build: {
      ssr: path.join(root, 'electron', `${name}.ts`),
      target: 'node24',
      outDir: path.join(root, 'dist', 'electron'),
      emptyOutDir: false,
      rolldownOptions: { external: ['electron'], output: { format, entryFileNames: file } },
    },
    ssr: { target: 'node', external: ['electron'], noExternal: true },
    logLevel: 'warn',
  })

const parts = {
  renderer,
  map: async () => {
    const { writeMapAssets } = await import('./map/write-assets.ts')
    await writeMapAssets(path.join(root, 'dist', 'map'))
  },
  electron: async () => {
    await shellPart('main', 'es', 'main.js')
    await shellPart('preload', 'cjs', 'preload.cjs')
    const { writeIcons } = await import('./icons/write-icons.ts')
    const icons = await writeIcons(path.join(root, 'dist', 'icons'))
    for (const [name, size] of Object.entries({ tray: 16, 'tray@2x': 32, icon: 256 })) {
      fs.writeFileSync(path.join(root, 'dist', 'electron', `${name}.png`), icons.get(size) ?? '')
    }
  },
}

const part = parts[/** @type {keyof typeof parts} */ (process.argv[2])]
if (!part) throw new Error('say what to bundle: renderer, electron or map')
await part()
