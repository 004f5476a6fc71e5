/** klic diff: what changed between two results, or between two sets of deliveries. */
import { extname } from 'node:path'
import { parseArgs } from 'node:util'
import { formatNamed } from '../exports/result-formats.ts'
import { answerInCage, sourceOf } from './in-cage.ts'
import { print, tell, Usage } from './say.ts'

export const help = `klic diff [--out FILE.gpkg|FILE.geojson] BEFORE AFTER

  BEFORE and AFTER: a result GeoPackage of this program, or a delivery (ZIP, folder or bare GI_*.xml), which is read first.
  Several deliveries of one side are joined by commas. Objects are the same by class and IMKL id; one has moved when its
  shape differs by more than 5 mm.
  Prints per layer how many objects are new (nieuw), gone (vervallen), moved (verplaatst), changed (gewijzigd) and equal
  (gelijk), and the first 1000 of them. FILE gets all, with their shapes and old and new values.`

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { out: { type: 'string' } },
  })
  const [before, after, ...more] = positionals
  if (!before || !after || more.length > 0) throw new Usage('Name two results: BEFORE and AFTER.')
  const format = values.out === undefined ? undefined : formatNamed(extname(values.out))
  if (values.out !== undefined && format !== 'gpkg' && format !== 'geojson')
    throw new Usage('The name after --out must end in .gpkg or .geojson.')
  const [older, newer] = [await sourceOf(before), await sourceOf(after)]
  const wanted = values.out !== undefined && format ? { format, file: values.out } : null
  const { artifacts, difference } = await answerInCage(
    (files) => ({ kind: 'compare', before: older, after: newer, ...files }),
    wanted,
  )
  if (difference && !difference.common_ground) tell('The areas have no ground in common: nothing was compared.')
  else if (difference && !difference.same_area) tell('The areas differ: only what lies in both was compared.')
  for (const [side, codes] of Object.entries(difference?.not_delivered ?? {}))
    if (codes.length > 0) tell(`Not delivered everywhere in ${side.toUpperCase()}: ${codes.join(', ')}.`)
  const [artifact] = artifacts
  const listed = difference?.listed.map(({ vorm: _shape, ...line }) => line)
  print({
    ...(artifact ? { file: values.out, sha256: artifact.sha256, bytes: artifact.bytes } : {}),
    ...difference,
    listed,
  })
}
