// @ts-check
/**
 * Bundles one part with Vite: node build/bundle.mjs renderer|panes|electron|map|server. The set-up calls it when sources changed.
 * The window becomes static files that the server serves from its root; the shell becomes an ES module, and its preload
 * a CommonJS file, the only kind that a sandboxed preload can be. The server becomes one file for each of its processes
 * and threads, and what they share: what would be a thousand files to find, read and strip of types at each start is a few.
 */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { AS_PACKAGES } from './package/contents.mjs'
import { licencesText } from './package/licences.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const TEXTS = /\/server\/texts\/\w+\.json$/

/** The texts that the page of a site package shows (renderer/site/texts.ts). */
const SITE_TEXTS = ['site', 'trenches', 'feature', 'result', 'imkl']
/** @returns {import('vite').Plugin} */
const siteTextsOnly = () => ({
  name: 'klic-site-texts',
  enforce: 'pre',
  transform: (code, id) =>
    TEXTS.test(id)
      ? JSON.stringify(Object.fromEntries(SITE_TEXTS.map((noun) => [noun, JSON.parse(code)[noun]])))
      : undefined,
})

/**
 * As text that JSON reads: a script of the same size takes three times as long to read, at each start of each process.
 * @returns {import('vite').Plugin}
 */
const textsAsJson = () => ({
  name: 'klic-texts-as-json',
  enforce: 'pre',
  transform: (code, id) =>
    TEXTS.test(id)
      ? { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(code)))})`, moduleType: 'js' }
      : undefined,
})

/** The program of a site package's page: one script, which that page holds within itself. */
const sitePage = () =>
  build({
    configFile: false,
    root: path.join(root, 'renderer', 'site'),
    publicDir: false,
    plugins: [siteTextsOnly()],
    // It has no address: it is text in a page.
    define: { 'import.meta': '{}' },
    build: {
      lib: { entry: 'main.ts', formats: ['iife'], name: 'klicSitePage', fileName: () => 'map.js' },
      outDir: path.join(root, 'dist', 'renderer', 'site'),
      emptyOutDir: true,
      target: 'chrome130',
      chunkSizeWarningLimit: 4000,
    },
    logLevel: 'warn',
  })

/**
 * The window as one script for Node, without style sheets, workers and the base map: what test/panes/pane.ts mounts.
 * @returns {Promise<unknown>}
 */
const panes = () => {
  /** @type {import('vite').Plugin} */
  const withoutFiles = {
    name: 'klic-without-files',
    enforce: 'pre',
    resolveId: (id) => {
      if (id.startsWith('virtual:base-map')) return '\0base-map'
      if (id.startsWith('virtual:') || /\.css$|\?worker/.test(id)) return '\0nothing'
      return null
    },
    load: (id) => {
      if (id === '\0base-map') return `export const baseMap = '', outline = ''`
      return id === '\0nothing' ? `export default ''` : null
    },
  }
  return build({
    configFile: false,
    root,
    publicDir: false,
    plugins: [react(), withoutFiles],
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta': '{}' },
    build: {
      ssr: path.join(root, 'test', 'panes', 'window.tsx'),
      target: 'node24',
      outDir: path.join(root, 'dist', 'panes'),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'window.cjs', codeSplitting: false } },
    },
    ssr: { target: 'node', noExternal: true },
    logLevel: 'warn',
  })
}

const renderer = async () => {
  await build({ configFile: path.join(root, 'renderer', 'vite.config.ts'), logLevel: 'warn' })
  await sitePage()
  const viewer = path.join(root, 'node_modules', 'openapi-explorer', 'dist', 'browser', 'openapi-explorer.min.js')
  fs.copyFileSync(viewer, path.join(root, 'dist', 'renderer', 'openapi-explorer.js'))
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

/** The processes and threads of the server: each is started by its path, so each is a file by its name. */
const SERVER_ENTRIES = [
  ...['start', 'work', 'caged', 'simulate', 'klic'],
  ...['features/areas/survey-thread', 'exports/tiles/tile-thread', 'simulator/town/town-thread'],
  'features/projects/dossier-thread',
]

/**
 * In the sources a process names another by the path of its TypeScript; in the bundle all of them lie in one folder.
 * @returns {import('vite').Plugin}
 */
const startedByPath = () => ({
  name: 'klic-started-by-path',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.startsWith(path.join(root, 'server').split(path.sep).join('/'))) return undefined
    return code.replaceAll(/new URL\('([^']+)\.ts', import\.meta\.url\)/g, (_all, /** @type {string} */ place) => {
      const file = path.relative(path.join(root, 'server'), path.resolve(path.dirname(id), place))
      const entry = file.split(path.sep).join('/')
      if (!SERVER_ENTRIES.includes(entry)) throw new Error(`${id} starts ${entry}.ts, which is not bundled by itself`)
      return `new URL('./${path.basename(entry)}.js', import.meta.url)`
    })
  },
})

const server = () =>
  build({
    configFile: false,
    root,
    publicDir: false,
    plugins: [startedByPath(), textsAsJson()],
    build: {
      ssr: true,
      target: 'node24',
      outDir: path.join(root, 'dist', 'server'),
      emptyOutDir: true,
      // A stack trace in a log must be readable.
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          SERVER_ENTRIES.map((entry) => [path.basename(entry), path.join(root, 'server', `${entry}.ts`)]),
        ),
        external: AS_PACKAGES,
        // Beside the entries: what looks for a file from where it stands looks from the same depth everywhere.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { target: 'node', external: AS_PACKAGES, noExternal: true },
    logLevel: 'warn',
  })

const parts = {
  renderer,
  panes,
  server,
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
if (!part) throw new Error('say what to bundle: renderer, panes, electron, map or server')
await part()
