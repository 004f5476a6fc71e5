/** klic merge: reads deliveries without a registry, merges them, and writes one file. */
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { operatorShown } from '../api/views.ts'
import type { ResultSummary } from '../domain/ports/conversion.ts'
import { Refusal } from '../domain/refusal.ts'
import { formatNamed, NAMED_ENDINGS, RESULT_FORMATS, type ResultFormat } from '../domain/result-formats.ts'
import { cageIn } from '../runtime/cage.ts'
import { runConversion } from '../runtime/run-conversion.ts'
import { print, refuseUnwritable, tell, Usage } from './say.ts'

export const help = `klic merge [--format ${RESULT_FORMATS.join('|')}] --out FILE ZIP...

  Reads KLIC deliveries (ZIP, a folder, or a bare GI_*.xml), merges them by the rules of IMKL, and writes FILE.
  The format follows from FILE's name (.gpkg, .geojson, .dxf, .xlsx; .zip is Shapefiles) unless it is given;
  geojson-crs84 is GeoJSON in longitude and latitude; geotiff is a ZIP with the delivered
  ground, to lay below any of the others. The order of the deliveries changes nothing; the same deliveries give the
  same bytes under the same name. Styles load in QGIS whatever FILE is called; the project inside a GeoPackage looks for
  its layers in FILE's own name, so call it what it shall stay.
  Prints counts per objecttype and thema, net lengths in m, operators with delivered true or false,
  warnings, and the account: delivered = drawn + without_geometry + administrative + unknown + merged.`

const CONVERT = fileURLToPath(new URL('../convert.ts', import.meta.url))
const AREAS = fileURLToPath(new URL('../areas.ts', import.meta.url))

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { format: { type: 'string' }, out: { type: 'string' } },
  })
  if (!values.out) throw new Usage('Say where the result goes: --out FILE.')
  if (positionals.length === 0) throw new Usage('Name at least one delivery.')
  const format = (values.format ?? formatNamed(extname(values.out))) as ResultFormat | undefined
  if (!format || !RESULT_FORMATS.includes(format)) {
    throw new Usage(
      `--format must be one of ${RESULT_FORMATS.join(', ')}, or the file name must end in ${NAMED_ENDINGS.join(', ')}.`,
    )
  }
  const deliveries = positionals.map((path) => ({ path: resolve(path), name: basename(path) }))
  for (const { path } of deliveries) await refuseUnreadable(path)
  const out = resolve(values.out)
  await refuseUnwritable(out)
  const tempDir = await mkdtemp(join(tmpdir(), 'klic-merge-'))
  try {
    let said = ''
    const onProgress = (what: string) => {
      if (what !== said && process.stderr.isTTY) tell(what)
      said = what
    }
    // A delivery comes from anywhere: in its cage it can write nowhere but here.
    const made = join(tempDir, 'out', basename(out))
    const { artifacts, summary } = await runConversion(
      CONVERT,
      { cage: cageIn(AREAS, tempDir) },
      {
        kind: 'merge',
        ...((format === 'gpkg' || format === 'geotiff') && { ground: true }),
        deliveries,
        out: [{ format, path: made }],
        tempDir: join(tempDir, 'work'),
      },
      { onProgress, isCommand: true },
    )
    await putWhereAsked(made, out)
    print({ file: values.out, ...fileOf(artifacts[0]), ...(summary ? counts(summary) : {}) })
  } finally {
    await rm(tempDir, { recursive: true, force: true })
  }
}

/** @throws Refusal DELIVERY_UNREADABLE */
const refuseUnreadable = (path: string): Promise<void> =>
  access(path, constants.R_OK).catch(() => {
    throw new Refusal('DELIVERY_UNREADABLE', `${path} is not there, or may not be read.`)
  })

/** As open as the person's other files, and whole or not at all. */
async function putWhereAsked(made: string, out: string): Promise<void> {
  const part = join(dirname(out), `.${basename(out)}.${process.pid}.part`)
  try {
    await pipeline(createReadStream(made), createWriteStream(part))
    await rename(part, out)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const fileOf = (artifact: { sha256: string; bytes: number; format: string } | undefined) =>
  artifact && { format: artifact.format, sha256: artifact.sha256, bytes: artifact.bytes }

/** In snake_case, as everything that goes over a wire. */
const counts = (summary: ResultSummary) => ({
  features: summary.features,
  objecttypes: summary.objecttypes,
  themes: summary.themes,
  layers: summary.layers,
  detail: summary.detail,
  operators: summary.operators.map(operatorShown),
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
