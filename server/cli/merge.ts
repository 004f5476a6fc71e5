/** klic merge: reads deliveries without a registry, and writes one file of all, or one of each. */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, extname, join, parse, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  aboutFormat,
  endingOf,
  formatNamed,
  isByGdal,
  NAMED_ENDINGS,
  RESULT_FORMATS,
  type ResultFormat,
} from '../exports/result-formats.ts'
import { cageIn, untriedCages } from '../features/cage.ts'
import { keepConversions, MAX_TASKS } from '../features/results/tasks/conversion-pool.ts'
import { mergeBesideGround, runConversion, runInFirstCage } from '../features/results/tasks/run-conversion.ts'
import type {
  ConversionResult,
  ConversionTask,
  DeliverySource,
  OperatorSummary,
  ResultSummary,
} from '../imkl/model/conversion-task.ts'
import { Refusal } from '../platform/refusal.ts'
import { CAGED, putWhereAsked, refuseUnreadable } from './in-cage.ts'
import { EXIT, print, refuseUnwritable, tell, Usage } from './say.ts'

export const help = `klic merge [--format ${RESULT_FORMATS.join('|')}] --out FILE ZIP...
klic merge [--format FORMAT] --each FOLDER ZIP...

  Reads KLIC deliveries (ZIP, a folder, or a bare GI_*.xml), merges them by the rules of IMKL, and writes FILE.
  The format follows from FILE's name (.gpkg, .geojson, .dxf, .xlsx; .zip is Shapefiles) unless it is given.
${RESULT_FORMATS.filter(aboutFormat)
  .map((format) => `  ${format} is ${aboutFormat(format)}.\n`)
  .join('')}  The order of the deliveries changes nothing; the same deliveries give the
  same bytes under the same name. Styles load in QGIS under any name of FILE; the project inside a GeoPackage looks for
  its layers in FILE's own name, so call it what it shall stay.
  Prints counts per objecttype and thema, net lengths in m, operators with delivered true or false,
  warnings, and the account: delivered = drawn + without_geometry + administrative + unknown + merged.

  With --each every delivery becomes a file of its own in FOLDER, called as the delivery, as GeoPackage unless a format
  is given. Prints one line for each. A delivery that can't be read is named on its line with a message; the others go
  on, and the exit code is ${EXIT.refused}.`

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { format: { type: 'string' }, out: { type: 'string' }, each: { type: 'string' } },
  })
  const { out, each } = values
  if ((out === undefined) === (each === undefined))
    throw new Usage('Say where the result goes: --out FILE, or --each FOLDER.')
  if (positionals.length === 0) throw new Usage('Name at least one delivery.')
  const format = (values.format ?? (out === undefined ? 'gpkg' : formatNamed(extname(out)))) as ResultFormat | undefined
  if (!format || !RESULT_FORMATS.includes(format)) {
    throw new Usage(
      `--format must be one of ${RESULT_FORMATS.join(', ')}, or the file name must end in ${NAMED_ENDINGS.join(', ')}.`,
    )
  }
  const deliveries = positionals.map((path) => ({ path: resolve(path), name: basename(path) }))
  for (const { path } of deliveries) await refuseUnreadable(path)
  const tempDir = await mkdtemp(join(tmpdir(), 'klic-merge-'))
  try {
    if (out !== undefined) await mergeAll(deliveries, format, out, tempDir)
    else await mergeEach(deliveries, format, each!, tempDir)
  } finally {
    await rm(tempDir, { recursive: true, force: true })
  }
}

async function mergeAll(deliveries: DeliverySource[], format: ResultFormat, file: string, tempDir: string) {
  const out = resolve(file)
  await refuseUnwritable(out)
  let said = ''
  const onProgress = (what: string) => {
    if (what !== said && process.stderr.isTTY) tell(what)
    said = what
  }
  // A delivery comes from anywhere: in its cage it can write nowhere but here.
  const made = join(tempDir, 'out', basename(out))
  const task = taskOf(deliveries, format, made, tempDir)
  // To try a cage takes as long as a small delivery. GDAL finds its libraries in one that was tried.
  const runUntried = task.ground && availableParallelism() > 1 ? mergeBesideGround : runInFirstCage
  const result = isByGdal(format)
    ? await runConversion({ cage: cageIn(CAGED, tempDir), isCommand: true }, task, { onProgress })
    : await runUntried(untriedCages(CAGED), task, { onProgress })
  await putWhereAsked(made, out)
  print({ file, ...described(result) })
}

/** One process reads many of them: to start it takes longer than a small delivery does. */
async function mergeEach(deliveries: DeliverySource[], format: ResultFormat, folder: string, tempDir: string) {
  const named = deliveries.map((delivery) => ({
    delivery,
    out: join(resolve(folder), `${parse(delivery.path).name}${endingOf(format)}`),
  }))
  const twice = named.find(({ out }, i) => named.findIndex((other) => other.out === out) !== i)
  if (twice) throw new Usage(`Two deliveries would become ${twice.out}: give one of them another name.`)
  await refuseUnwritable(named[0]!.out)
  let at = 0
  // What a process may read stands on its command line, which is too short for a large archive.
  const room = async () => ({
    reads: deliveries.slice(at, at + MAX_TASKS).map(({ path }) => path),
    writes: [tempDir],
  })
  const conversions = keepConversions({ cage: cageIn(CAGED, tempDir), isCommand: true }, room)
  try {
    for (const [index, { delivery, out }] of named.entries()) {
      at = index
      const made = join(tempDir, 'out', basename(out))
      try {
        const result = await conversions.run(taskOf([delivery], format, made, tempDir), 'command')
        await putWhereAsked(made, out)
        print({ delivery: delivery.path, file: out, ...described(result) })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        print({ delivery: delivery.path, file: null, error_code: error.code, message: error.message })
        process.exitCode = EXIT.refused
      } finally {
        await rm(made, { force: true })
      }
    }
  } finally {
    await conversions.close()
  }
}

const taskOf = (
  deliveries: readonly DeliverySource[],
  format: ResultFormat,
  path: string,
  tempDir: string,
): Extract<ConversionTask, { kind: 'merge' }> => ({
  kind: 'merge',
  ...((format === 'gpkg' || format === 'geotiff') && { ground: true as const }),
  deliveries: [...deliveries],
  out: [{ format, path }],
  tempDir: join(tempDir, 'work'),
})

const described = ({ artifacts, summary }: ConversionResult) => ({
  ...fileOf(artifacts[0]),
  ...(summary ? counts(summary) : {}),
})

const fileOf = (artifact: { sha256: string; bytes: number; format: string } | undefined) =>
  artifact && { format: artifact.format, sha256: artifact.sha256, bytes: artifact.bytes }

const operatorView = ({ missingIn, precautionThemes, ...operator }: OperatorSummary) => ({
  ...operator,
  missing_in: missingIn,
  ...(precautionThemes && { precaution_themes: precautionThemes }),
})

/** In snake_case, as everything that goes over a wire. */
const counts = (summary: ResultSummary) => ({
  features: summary.features,
  objecttypes: summary.objecttypes,
  themes: summary.themes,
  layers: summary.layers,
  detail: summary.detail,
  operators: summary.operators.map(operatorView),
  precautions: summary.precautions,
  documents: summary.documents,
  deliveries: summary.deliveries.map(({ klicNumber, composedAt, imklVersion, ...delivery }) => ({
    ...delivery,
    klic_number: klicNumber,
    composed_at: composedAt,
    imkl_version: imklVersion,
  })),
  extent: summary.extent,
  account: summary.account ?? null,
  warnings: summary.warnings.map(({ messageNl, klicNumber, objectId, ...warning }) => ({
    ...warning,
    ...(messageNl === undefined ? {} : { message_nl: messageNl }),
    ...(klicNumber === undefined ? {} : { klic_number: klicNumber }),
    ...(objectId === undefined ? {} : { object_id: objectId }),
  })),
})
