/**
 * The cage of processes that read files from outside. Everywhere: an environment of their own, so that no secret of the
 * server is in it, bounds on memory, and Node's permissions, which keep their JavaScript to the named files. On Linux with
 * bubblewrap also a sandbox: no network, no other process, and no file but the program, the system's libraries and those
 * named. What holds is tried once with a process that loads all native code; what does not work here is left out, and said.
 */
import { accessSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from '../platform/places.ts'
import type { CageHolds } from '../platform/processes/cage-holds.ts'
import type { Confinement } from '../platform/processes/child.ts'
import type { CagedTask } from './caged-task.ts'
import { type CagedProgram, type Room, runCaged } from './run-caged.ts'

export interface Cage extends CagedProgram {
  readonly holds: CageHolds
  /** Of GDAL, the drivers that reading areas does not need. */
  readonly otherDrivers: readonly string[]
}

/** What a reader needs of the server's environment: where libraries and their data are, language and time. */
const ENVIRONMENT = [
  ...['PATH', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'],
  ...['GDAL_DATA', 'PROJ_DATA', 'PROJ_LIB', 'KLIC_RD_GRID'],
  // Without these nothing starts on Windows.
  ...['SystemRoot', 'SystemDrive', 'windir'],
]

/** Of a system with bubblewrap: programs and libraries, also where Nix and Guix have them. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store'],
  ...['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime'],
]

/** The heap of V8 may be this part of the memory; the rest is for buffers and native code. */
const HEAP_PART = 0.5
/** What Node maps writable without using it: measured, 500 MiB of RLIMIT_DATA with GDAL and SQLite. */
const MAPPED_MIB = 600

/** To load all native code, also on a slow disk. */
const LONGEST_TRY_MS = 60_000

type Layer = 'sandbox' | 'sandbox without proc' | 'permissions' | 'none'

/**
 * @param entry the caged program, which is tried
 * @param dataDir where rooms lie
 * @returns what is asked each time; the first call tries, which takes as long as a process does to start
 */
export function cageIn(entry: string, dataDir: string): () => Promise<Cage> {
  let cage: Promise<Cage> | undefined
  return () => {
    cage ??= openCage(entry, dataDir)
    return cage
  }
}

/**
 * For a command that runs one task and has no time to try: the strongest first, the last holds nothing. In one that does
 * not work here a process ends before it says that it has started.
 */
export function untriedCages(entry: string): CagedProgram[] {
  const bwrap = programOfSandbox()
  const layers: Layer[] = [...layersWith(bwrap), 'none']
  return layers.map((layer) => ({ entry, confine: (room) => confinement(layer, bwrap, dirname(entry), room) }))
}

const programOfSandbox = (): string | undefined => (process.platform === 'linux' ? programNamed('bwrap') : undefined)

const layersWith = (bwrap: string | undefined): Layer[] => [
  ...(bwrap ? (['sandbox', 'sandbox without proc'] as const) : []),
  'permissions',
]

async function openCage(entry: string, dataDir: string): Promise<Cage> {
  const bwrap = programOfSandbox()
  for (const layer of layersWith(bwrap)) {
    const confine = (room: Room): Confinement => confinement(layer, bwrap, dirname(entry), room)
    const otherDrivers = await tryCage(entry, dataDir, confine)
    if (otherDrivers) return { entry, holds: holding(layer, bwrap), confine, otherDrivers }
  }
  const confine = (room: Room): Confinement => confinement('none', bwrap, dirname(entry), room)
  return { entry, holds: holding('none', bwrap), confine, otherDrivers: [] }
}

function holding(layer: Layer, bwrap: string | undefined): CageHolds {
  if (layer.startsWith('sandbox')) return { kind: 'sandbox' }
  if (process.platform !== 'linux') return { kind: 'own_process', why: 'system' }
  return { kind: 'own_process', why: bwrap ? 'not_allowed' : 'not_installed' }
}

/** @returns the drivers that it has too many; undefined: it does not run like this, or not in time */
export async function tryCage(
  entry: string,
  dataDir: string,
  confine: (room: Room) => Confinement,
  longestMs = LONGEST_TRY_MS,
): Promise<string[] | undefined> {
  mkdirSync(join(dataDir, 'tmp'), { recursive: true })
  const folder = mkdtempSync(join(dataDir, 'tmp', 'cage-'))
  try {
    const end = await runCaged<string[]>({
      cage: { entry, confine },
      task: JSON.stringify({ kind: 'try', folder } satisfies CagedTask),
      room: { reads: [], writes: [folder], memoryMiB: 1024 },
      longestMs,
    })
    return end.last && 'result' in end.last ? end.last.result : undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** For GDAL, which then does not know these drivers. */
export const withoutDrivers = (names: readonly string[]) => ({ GDAL_SKIP: names.join(',') })

function confinement(layer: Layer, bwrap: string | undefined, entries: string, room: Room): Confinement {
  for (const folder of room.writes) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [temporary] = room.writes
  const reads = [...programFiles(entries), ...room.reads]
  return {
    before: [
      ...limits(room.memoryMiB),
      ...(layer.startsWith('sandbox') ? sandbox(bwrap!, layer, reads, room.writes) : []),
    ],
    nodeOptions: [
      `--max-old-space-size=${Math.floor(room.memoryMiB * HEAP_PART)}`,
      ...(layer === 'none' ? [] : permissions(reads, room.writes)),
    ],
    env: {
      ...Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      PROJ_NETWORK: 'OFF',
      GDAL_DRIVER_PATH: 'disable',
      ...(temporary && { TMPDIR: temporary, TEMP: temporary, TMP: temporary }),
    },
  }
}

/** Our own files, what runs and what it reads; never the data folder, which may lie beside it. */
const programFiles = (entries: string): string[] =>
  [
    ...[entries, join(root, 'node_modules'), join(root, 'package.json'), join(root, 'build', 'grid')],
    ...[process.execPath, process.env.KLIC_RD_GRID ?? ''],
  ].filter(isThere)

/** By the shell, which every Unix has; what it can't set it leaves, and Windows has none. */
const limits = (memoryMiB: number): string[] => {
  if (process.platform === 'win32') return []
  const set = 'ulimit -c 0; ulimit -d "$0" 2>/dev/null; exec "$@"'
  return ['/bin/sh', '-c', set, String((memoryMiB + MAPPED_MIB) * 1024)]
}

/** `/proc` shows its own processes only; where it may not be mounted there is none, and Node runs all the same. */
const sandbox = (bwrap: string, layer: Layer, reads: readonly string[], writes: readonly string[]): string[] => [
  bwrap,
  ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--dev', '/dev'],
  ...(layer === 'sandbox' ? ['--proc', '/proc'] : []),
  ...reads.flatMap((path) => ['--ro-bind', path, path]),
  ...writes.flatMap((path) => ['--bind', path, path]),
  ...['--remount-ro', '/', '--chdir', '/'],
]

const permissions = (reads: readonly string[], writes: readonly string[]): string[] => [
  // It warns that native code can do more than this allows: that is what the sandbox is for.
  ...['--permission', '--allow-addons', '--disable-warning=PERM0001'],
  ...[...reads, ...writes].flatMap((path) => [path, realpathSync(path)]).map((path) => `--allow-fs-read=${path}`),
  ...writes.map((path) => `--allow-fs-write=${path}`),
]

const isThere = (path: string): boolean => {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}

function programNamed(name: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
