/** Finds QGIS's Python and asks it what it makes of a file; tests skip where it is absent. */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const GRID_FOLDER = fileURLToPath(new URL('../../build/grid', import.meta.url))
const SCRIPT = fileURLToPath(new URL('check_style.py', import.meta.url))

/** Debian's own comes first: another Python in PATH doesn't know Debian's packages. */
const PYTHONS = [process.env.KLIC_QGIS_PYTHON, '/usr/bin/python3', 'python3'].filter((name) => name !== undefined)

/** A QGIS: the command that runs a Python which knows it. */
export interface Qgis {
  version: string
  command: readonly [string, ...string[]]
}

/** @returns undefined where this Python knows no QGIS */
function qgisOf(command: Qgis['command']): Qgis | undefined {
  const [program, ...args] = command
  const asked = [...args, '-c', 'from qgis.core import Qgis; print(Qgis.QGIS_VERSION)']
  const { status, stdout } = spawnSync(program, asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? { version: stdout.split('-')[0]!.trim(), command } : undefined
}

const HERE = PYTHONS.flatMap((name) => qgisOf([name]) ?? [])[0]

/** For what needs no more than a Python. */
export const python = HERE?.command[0]

/** For a test's `skip`: false, or why it can't run. */
export const withoutQgis: string | false =
  HERE === undefined &&
  'QGIS is not installed (Debian: qgis and python3-qgis; the tests fetch it with KLIC_WITH_QGIS=1)'

/** Its folders are root folders of a Debian that has python3-qgis; newer-versions.sh makes them. */
const CHROOTS = process.env.KLIC_QGIS_CHROOTS
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** What is below /tmp, and the network, are those of this machine; the repository can be read. */
const within = (chroot: string): Qgis['command'] => [
  ...(['bwrap', '--die-with-parent', '--bind', chroot, '/', '--dev', '/dev', '--proc', '/proc'] as const),
  ...['--bind', '/tmp', '/tmp', '--ro-bind', REPOSITORY, REPOSITORY, '/usr/bin/python3'],
]

const newer = (): Qgis[] => {
  if (CHROOTS === undefined) return []
  const found = readdirSync(CHROOTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => qgisOf(within(join(CHROOTS, name))) ?? [])
  if (found.length === 0) throw new Error(`No folder of KLIC_QGIS_CHROOTS (${CHROOTS}) has a QGIS that starts`)
  return found
}

/** A test in each QGIS there is: that of this machine and the newer ones that people run. */
export function inEachQgis(title: string, act: (t: TestContext, qgis: Qgis) => Promise<void> | void): void {
  test(`${title} (${HERE?.version ?? 'QGIS'})`, { skip: withoutQgis }, (t) => act(t, HERE!))
  const others = newer()
  for (const qgis of others) test(`${title} (${qgis.version})`, (t) => act(t, qgis))
  if (others.length === 0) {
    const skip = 'KLIC_QGIS_CHROOTS names no folder with newer versions (test/qgis/newer-versions.sh makes one)'
    test(`${title} (newer QGIS)`, { skip }, () => undefined)
  }
}

export interface StyledLayer {
  valid: boolean
  style_found: boolean
  bounds: number[]
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
      /** The line and the tip of its first feature, and how many of its columns have a title. */
      says: [line: string, tip: string, titles: number]
      faults: string[]
    }[]
    order: string[]
    layouts: Record<string, string[]>
    /** Null: there is no cable. */
    snaps: { off_m: number | null; not: string[] } | null
    /** Ids of the layers that each map theme shows. */
    map_themes: Record<string, string[]>
    bookmarks: Record<string, number[]>
    /** Each page of the atlas of sheets. */
    sheets: { box: number[]; scale: number; says: string }[]
    page_scale: number
    extent: number[]
  }
  pictures: Picture[]
  /** Where the black is, in pixels from the given point, y downwards; null: there is none. */
  inks: ([left: number, top: number, right: number, bottom: number] | null)[]
  page?: number
  messages: string[]
}

/** @returns what a script of this folder prints, JSON; it may take a while, and servers in this process go on meanwhile. */
export async function inQgis<T>(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { command: [program, ...before] }: Qgis = HERE!,
): Promise<T> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  // PROJ reads the correction grid where it is ours, too; else it is off by some decimetres.
  const proj = { PROJ_USER_WRITABLE_DIRECTORY: GRID_FOLDER, ...env }
  const { stdout } = await promisify(execFile)(program, [...before, path, ...args], {
    maxBuffer: 1 << 26,
    env: { ...process.env, ...proj },
  })
  return JSON.parse(stdout)
}

export const askQgis = (file: string, ...args: (string | number)[]): QgisAnswer => askThis(HERE!, file, ...args)

export function askThis(
  { command: [program, ...before] }: Qgis,
  file: string,
  ...args: (string | number)[]
): QgisAnswer {
  const said = execFileSync(program, [...before, SCRIPT, file, ...args.map(String)], {
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
  /** At each place that was asked for, the colours around it that are not the paper's. */
  places: Record<string, number>[]
}

/** Waits without blocking: the server that QGIS asks may run in this process. */
export const askQgisForTiles = (qgis: Qgis, ...args: (string | number)[]): Promise<DrawnTiles> =>
  inQgis('check_tiles.py', args.map(String), {}, qgis)
