/**
 * The methods of the cut, each with a way to switch it off: a function is replaced, while its file is loaded, by the
 * plainest one that keeps to its contract. So the cut itself carries no switches. A text that is no longer there is an
 * error, and test/cut/methods.test.ts tries each.
 */
import fs from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

interface Switch {
  /** In server/cut. */
  file: string
  from: string
  to: string
}

export interface Method {
  name: string
  /** What goes with it, whole files; `lines` are added for what goes of others. */
  files: readonly string[]
  lines?: number
  off: readonly Switch[]
}

/** Exported under its name, what stands there stays under another. */
const instead = (file: string, name: string, plain: string): Switch => ({
  file,
  from: `export const ${name} =`,
  to: `export const ${name} = ${plain}; const off_${name} =`,
})

export const METHODS: readonly Method[] = [
  {
    name: 'strips with finer borders',
    files: [],
    lines: 5,
    off: [{ file: 'plan.ts', from: 'stripPlans(laid, side, fewestQuick, BEST_COLUMNS)', to: '[]' }],
  },
  {
    name: 'strip borders at corners',
    files: [],
    lines: 5,
    off: [{ file: 'plan.ts', from: 'if (count <= measure.mostCorners)', to: 'if (false)' }],
  },
  {
    name: 'independent cells',
    files: [],
    lines: 55,
    off: [instead('bound.ts', 'independentSamples', '() => []')],
  },
  {
    name: 'LP relaxation, by interior point',
    files: ['lp-relaxation.ts'],
    off: [{ file: 'lp-relaxation.ts', from: 'const MAX_STEPS = 40', to: 'const MAX_STEPS = 0' }],
  },
  {
    name: 'dominance',
    files: ['dominance.ts'],
    off: [
      instead(
        'dominance.ts',
        'reducedByDominance',
        '(count, candidates) => ({ kept: Array.from({ length: count }, (_, k) => k), representatives: Int32Array.from({ length: count }, (_, k) => k), candidates })',
      ),
    ],
  },
  {
    name: 'branch and bound',
    files: ['branch-and-bound.ts'],
    off: [instead('branch-and-bound.ts', 'branchAndBound', `(...all) => { all.at(-1).left = 0; return 'unknown' }`)],
  },
  {
    name: 'local search',
    files: ['local-search.ts'],
    off: [instead('local-search.ts', 'localSearch', '(...all) => { all.at(-1).left = 0 }')],
  },
  {
    name: 'local search begins at the last answer',
    files: [],
    lines: 20,
    off: [{ file: 'set-cover.ts', from: 'this.#hint = tiles', to: '' }],
  },
  {
    name: 'gaps closed by pushing',
    files: [],
    lines: 45,
    off: [instead('coverage.ts', 'gapsClosed', '() => undefined')],
  },
  {
    name: 'proof among closer cells',
    files: [],
    lines: 15,
    off: [{ file: 'improve.ts', from: 'MAX_CORNERS_CLOSE) return undefined', to: '0) return undefined' }],
  },
  {
    name: 'long effort where it may save much',
    files: [],
    lines: 15,
    off: [{ file: 'improve.ts', from: 'return this.isFar ||', to: 'return false && this.isFar ||' }],
  },
  {
    name: 'last effort',
    files: [],
    lines: 5,
    off: [{ file: 'improve.ts', from: 'bothClosely(20_000_000, 5_000_000, LONG)', to: '() => undefined' }],
  },
  {
    name: 'LP bound alone, with more and more cells',
    files: [],
    lines: 50,
    off: [{ file: 'improve.ts', from: 'run: (search) => search.raiseBound()', to: 'run: () => undefined' }],
  },
  {
    name: 'simulated annealing',
    files: ['annealing.ts', 'raster.ts', 'bit-lines.ts'],
    off: [instead('annealing.ts', 'annealedCover', '() => undefined')],
  },
  {
    name: 'cover along a ring',
    files: ['ring-cover.ts'],
    off: [instead('ring-cover.ts', 'ringCover', '() => undefined')],
  },
  {
    name: 'proof round a ring',
    files: ['ring-bound.ts', 'dynamic-programming.ts'],
    off: [instead('ring-bound.ts', 'isRingInfeasible', '() => false')],
  },
  {
    name: 'cover along a ring, and proof',
    files: ['ring-cover.ts', 'ring-bound.ts', 'dynamic-programming.ts', 'ring-road.ts'],
    off: [
      instead('ring-cover.ts', 'ringCover', '() => undefined'),
      instead('ring-bound.ts', 'isRingInfeasible', '() => false'),
      { file: 'improve.ts', from: 'this.isRing = rings.length === 2', to: 'this.isRing = false' },
    ],
  },
  {
    name: 'tiles trimmed to what is theirs alone',
    files: [],
    lines: 20,
    off: [instead('coverage.ts', 'trimmed', '(rings, tiles) => [...tiles]')],
  },
  {
    name: 'borders moved into blocks',
    files: ['borders.ts'],
    off: [instead('borders.ts', 'withLessExtraArea', '(rings, tiles) => [...tiles]')],
  },
  {
    name: 'shared corners asked for once',
    files: ['corners.ts', 'notch.ts'],
    off: [instead('corners.ts', 'withSharedCornersOnce', '(tiles) => tiles.map((tile) => ({ tile, given: [] }))')],
  },
  {
    name: 'pieces joined by bridges',
    files: ['join.ts'],
    off: [instead('join.ts', 'joined', '() => undefined')],
  },
  {
    name: 'outlines simplified',
    files: ['simplify.ts', 'edge-cells.ts'],
    off: [instead('simplify.ts', 'simplified', '() => undefined')],
  },
]

const room = new URL('../../server/cut/', import.meta.url)

export const linesOf = ({ files, lines = 0 }: Method): number =>
  files.reduce((sum, file) => sum + fs.readFileSync(new URL(file, room), 'utf8').trimEnd().split('\n').length, lines)

/** The source of a file of the cut without a method. @throws when the method is no longer there */
export const sourceWithout = ({ name, off }: Method, file: string, source: string): string =>
  off
    .filter((each) => each.file === file)
    .reduce((text, { from, to }) => {
      if (!text.includes(from)) throw new Error(`${name} is not where it was: no "${from}" in ${file}`)
      return text.replace(from, () => to)
    }, source)

/** From now on the cut is loaded without the method, in this process; call it before the cut is loaded. */
export const switchOff = (method: Method): void => {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const file = url.startsWith(room.href) ? url.slice(room.href.length) : undefined
      if (!file || !method.off.some((each) => each.file === file)) return loaded
      return { ...loaded, source: sourceWithout(method, file, fs.readFileSync(fileURLToPath(url), 'utf8')) }
    },
  })
}
