/**
 * Builds the window into dist/renderer. Paths are relative, so that the server may mount it anywhere.
 * Nothing is inlined as a script: the content policy of the server allows scripts and workers from itself only.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { bboxClip } from '@turf/turf'
import react from '@vitejs/plugin-react'
import type { FeatureCollection, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { defineConfig, type Plugin } from 'vite'
import { baseMapFeatures } from './map/layers/base-map-features.ts'

const BASE_MAP = 'virtual:base-map'
/** ISO 3166-1 numeric: the Netherlands and what lies around it. */
const NETHERLANDS = '528'
const SHOWN = [NETHERLANDS, '056', '276', '250', '442', '826', '208']
/** Beyond the bounds of a wide map (map/first-map.ts), so that the cut edges are never seen. */
const BOX: [number, number, number, number] = [-7, 47, 17, 57]

/** What the map lies on, countries out of the world's among it, as files that the map's own worker fetches and reads. */
const baseMap = (): Plugin => {
  let isBuild = false
  return {
    name: 'base-map',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === BASE_MAP ? `\0${BASE_MAP}` : null),
    load(id) {
      if (id !== `\0${BASE_MAP}`) return null
      const world = createRequire(import.meta.url)('world-atlas/countries-10m.json') as Topology
      const countries = feature(world, world.objects.countries as GeometryCollection) as FeatureCollection<Polygon>
      const shown = countries.features
        .filter((country) => SHOWN.includes(String(country.id)))
        .map((country) => ({ ...bboxClip(country, BOX), id: country.id }))
      const made = Object.entries(baseMapFeatures(shown, ({ id }) => id === NETHERLANDS))
      return made
        .map(([name, features]) => {
          const source = JSON.stringify(features)
          const address = isBuild
            ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: `${name}.geojson`, source })}`
            : JSON.stringify(`data:application/geo+json,${encodeURIComponent(source)}`)
          return `export const ${name} = ${address}`
        })
        .join('\n')
    },
  }
}

const GRID = 'virtual:rd-grid'

/** The official RD correction grid as a file of the window, where the set-up could get it. */
const rdGrid = (): Plugin => {
  const file = fileURLToPath(new URL('../build/grid/nl_nsgi_rdtrans2018.tif', import.meta.url))
  let isBuild = false
  return {
    name: 'rd-grid',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === GRID ? `\0${GRID}` : null),
    load(id) {
      if (id !== `\0${GRID}`) return null
      if (!isBuild || !existsSync(file)) return 'export default null'
      const name = 'rdtrans2018.tif'
      return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source: readFileSync(file) })}`
    },
  }
}

/** What the first script (main.tsx) asks for: fetched and read beside it, not once it runs. */
const BESIDE = ['page', 'map-controller']
const FACE = /inter-latin-wght-normal.*\.woff2$/
const besideFirst = (): Plugin => ({
  name: 'beside-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
      const asked = chunks.filter(({ name }) => BESIDE.includes(name))
      const files = new Set(asked.flatMap(({ fileName, imports }) => [fileName, ...imports]))
      const scripts = [...files]
        .filter((file) => !html.includes(file))
        .map((file) => ({ rel: 'modulepreload', crossorigin: true, href: `./${file}` }))
      // Else the first words change their face under the eyes of who reads them.
      const face = Object.keys(bundle ?? {})
        .filter((file) => FACE.test(file))
        .map((file) => ({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` }))
      return [...scripts, ...face].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const }))
    },
  },
})

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react(), baseMap(), rdGrid(), besideFirst()],
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
    emptyOutDir: true,
    target: 'chrome130',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2500,
  },
  server: { proxy: { '/dashboard': 'http://127.0.0.1:4780', '/tiles': 'http://127.0.0.1:4780' } },
})
