/** klic trenches: which lines works in the ground meet, and the fewest trial trenches that locate them. */
import { extname } from 'node:path'
import { parseArgs } from 'node:util'
import { TRENCH_FORMATS } from '../exports/result-formats.ts'
import { wholeFile } from '../features/results/whole-result.ts'
import { computedPlanShown } from '../features/trenches/plan-shown.ts'
import type { FoundArea } from '../geometry/found-areas.ts'
import type { ResultSource } from '../imkl/model/conversion-task.ts'
import { TRENCH_DEFAULTS, type TrenchParameters, type Works } from '../imkl/model/trench-plan.ts'
import { Refusal } from '../platform/refusal.ts'
import { isLanguage, LANGUAGES } from '../texts/languages.ts'
import { areasIn } from './areas.ts'
import { withCompany } from './company.ts'
import { answerInCage, sourceOf } from './in-cage.ts'
import { installationStorage } from './installation-storage.ts'
import { print, Usage } from './say.ts'

const PARAMETERS = Object.entries(TRENCH_DEFAULTS) as [keyof TrenchParameters, readonly [number, number, number]][]
/** Metres are said by the text of the command: --width is widthM. */
const optionOf = (name: keyof TrenchParameters): string => name.slice(0, -1)
const defaultOf = (name: keyof TrenchParameters): number => TRENCH_DEFAULTS[name][0]

export const help = `klic trenches --works FILE [--name NAME] [--out FILE.gpkg|FILE.xlsx|FILE.pdf] [PARAMETERS] RESULT...

  RESULT: a job of this computer by its id (of its newest result; --data DIR, --company ID), a result GeoPackage of this
  program, or deliveries (ZIP, folder or bare GI_*.xml) joined by commas. Several beside each other are one plan.
  FILE: one line (the axis of a trench) or one polygon, in any format of klic areas; --name chooses one of several.
  Prints {"rows", "trenches", "unknown", "totals", ...}: the lines in the search area, the trial trenches that meet all of
  them, and what no plan can know. For a line no plan has fewer trenches; for a polygon at least totals.fewest are needed.
  A PDF has the map to scale and the table of all lines (--language: of the PDF, default nl).
  RD New, metres. It is a plan of where to look, and never says that a place has no lines.
  Parameters in metres, with their defaults: the profile --width ${defaultOf('widthM')} (of a line) and --depth ${defaultOf('depthM')}; to each side --tolerance ${defaultOf('toleranceM')}
  of making and measuring and --deviation ${defaultOf('deviationM')} of the delivered place; --reach ${defaultOf('reachM')} of a trench beyond its lines; lines within
  --share ${defaultOf('shareM')} share a trench; what runs along is met every --spacing ${defaultOf('spacingM')}; --risk ${defaultOf('riskM')} around a located line.`

export async function run(argv: string[]): Promise<void> {
  const numbers = Object.fromEntries(PARAMETERS.map(([name]) => [optionOf(name), { type: 'string' } as const]))
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      ...numbers,
      works: { type: 'string' },
      name: { type: 'string' },
      out: { type: 'string' },
      language: { type: 'string', default: 'nl' },
      data: { type: 'string' },
      company: { type: 'string' },
    },
  })
  if (positionals.length === 0) throw new Usage('Name a job, a result or deliveries.')
  if (!values.works) throw new Usage('Name the works: --works FILE.')
  const format = TRENCH_FORMATS.find((each) => extname(values.out ?? '').toLowerCase() === `.${each}`)
  if (values.out !== undefined && !format) throw new Usage('The name after --out must end in .gpkg, .xlsx or .pdf.')
  const { language } = values
  if (!isLanguage(language)) throw new Usage(`--language must be one of ${LANGUAGES.join(', ')}.`)
  const parameters = parametersOf(values)
  const works = await worksIn(values.works, values.name)
  const wanted = values.out !== undefined && format ? { format, file: values.out } : null
  const { planFile, trenchPlan } = await withResults(positionals, values, (results) =>
    answerInCage(({ out: [file], tempDir }) => {
      const task = { results, works, parameters, print: { language }, out: [], tempDir }
      return { kind: 'trenches', ...task, ...(file && { file }) }
    }, wanted),
  )
  print({
    ...(planFile ? { file: values.out, sha256: planFile.sha256, bytes: planFile.bytes } : {}),
    ...computedPlanShown(trenchPlan!),
  })
}

function parametersOf(given: Readonly<Record<string, string | undefined>>): TrenchParameters {
  const read = PARAMETERS.map(([name, [usual, least, most]]) => {
    const text = given[optionOf(name)]
    const value = text === undefined ? usual : Number(text)
    if (!(value >= least && value <= most))
      throw new Usage(`--${optionOf(name)} must be a number from ${least} to ${most}.`)
    return [name, value]
  })
  return Object.fromEntries(read) as TrenchParameters
}

const isJob = (named: string): boolean => named.startsWith('job_') && extname(named) === ''

/** @throws Refusal NOT_READY for a job without a result; as sourceOf */
async function withResults<T>(
  names: readonly string[],
  place: Parameters<typeof withCompany>[0],
  use: (results: ResultSource[]) => Promise<T>,
): Promise<T> {
  const given = await Promise.all(names.filter((named) => !isJob(named)).map(sourceOf))
  const jobs = names.filter(isJob)
  if (jobs.length === 0) return use(given)
  return withCompany(place, async ({ configuration, dataDir, store, companyId }) => {
    const storage = await installationStorage(configuration, dataDir, store)
    const files = jobs.map(async (id) => {
      const file = await wholeFile({ store, storage, nudge() {} }, companyId, id)
      if (!file) throw new Refusal('NOT_READY', `There is no result of ${id} here.`)
      return { key: file.path, sha256: file.sha256 }
    })
    return storage.use(await Promise.all(files), (paths) => use([...paths.map((gpkg) => ({ gpkg })), ...given]))
  })
}

async function worksIn(file: string, name: string | undefined): Promise<Works> {
  const { areas } = await areasIn(file, { crs: undefined, layer: undefined, isTurned: false })
  const chosen = name === undefined ? areas : areas.filter((each) => each.name === name)
  const [only, ...others] = chosen
  if (!only || others.length > 0) {
    const names = [...new Set(areas.map((each) => each.name))].slice(0, 20).join(', ')
    const message = `The works must be one line or one polygon, and ${chosen.length} were found. Choose one with --name: ${names}.`
    throw new Refusal('VALIDATION_FAILED', message)
  }
  return worksOf(only)
}

const worksOf = ({ kind, coordinates }: FoundArea): Works =>
  kind === 'line' ? { kind: 'axis', line: coordinates[0]! } : { kind: 'area', rings: coordinates }
