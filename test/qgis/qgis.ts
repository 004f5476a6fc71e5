/** Finds QGIS's Python and asks it what it makes of a file; tests skip where it is absent. */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const GRID_FOLDER = fileURLToPath(new URL('../../build/grid', import.meta.url))
const SCRIPT = fileURLToPath(new URL('check_style.py', import.meta.url))
const TILES_SCRIPT = fileURLToPath(new URL('check_tiles.py', import.meta.url))

/** Debian's own comes first: another Python in PATH doesn't know Debian's packages. */
const PYTHONS = [process.env.KLIC_QGIS_PYTHON, '/usr/bin/python3', 'python3'].filter((name) => name !== undefined)

export const python = PYTHONS.find(
  (name) => spawnSync(name, ['-c', 'import qgis.core'], { stdio: 'ignore' }).status === 0,
)

/** For a test's `skip`: false, or why it can't run. */
export const withoutQgis: string | false =
  python === undefined &&
  'QGIS is not installed (Debian: qgis and python3-qgis; the tests fetch it with KLIC_WITH_QGIS=1)'

export interface StyledLayer {
  valid: boolean
  style_found: boolean
  renderer: string
  rules: string[]
  labels: boolean
  faults: string[]
}

export interface Picture {
  scale: number
  errors: string[]
  /** Pixels by #rrggbb, of colours that cover ten or more. */
  colours: Record<string, number>
}

export interface QgisAnswer {
  layers: Record<string, StyledLayer>
  projects: string[]
  opened: boolean
  project: {
    title: string
    crs: string
    tree: { name: string; inside?: { name: string }[] }[]
    layers: {
      id: string
      valid: boolean
      crs: string
      table: string | null
      features: number | null
      faults: string[]
    }[]
    order: string[]
    layouts: Record<string, string[]>
    extent: number[]
  }
  pictures: Picture[]
  /** Where the black is, in pixels from the given point, y downwards; null: there is none. */
  inks: ([left: number, top: number, right: number, bottom: number] | null)[]
  page?: number
  messages: string[]
}

/** @returns what a script of this folder prints, JSON; it may take a while, and servers in this process go on meanwhile. */
export async function inQgis<T>(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<T> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  // PROJ reads the correction grid where it is ours, too; else it is off by some decimetres.
  const proj = { PROJ_USER_WRITABLE_DIRECTORY: GRID_FOLDER, ...env }
  const { stdout } = await promisify(execFile)(python!, [path, ...args], {
    maxBuffer: 1 << 26,
    env: { ...process.env, ...proj },
  })
  return JSON.parse(stdout)
}

export const askQgis = (file: string, ...args: (string | number)[]): QgisAnswer => {
  const said = execFileSync(python!, [SCRIPT, file, ...args.map(String)], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return JSON.parse(said)
}

export interface DrawnTiles {
  valid: boolean
  styled: boolean
  /** How many looks QGIS made of the style. */
  styles: number
  errors: string[]
  /** Pixels by #rrggbb, of colours that cover ten or more. */
  colours: Record<string, number>
}

/** Waits without blocking: the server that QGIS asks may run in this process. */
export const askQgisForTiles = async (...args: (string | number)[]): Promise<DrawnTiles> => {
  const { stdout } = await promisify(execFile)(python!, [TILES_SCRIPT, ...args.map(String)], { maxBuffer: 1 << 26 })
  return JSON.parse(stdout)
}
