/**
 * Damages a delivery, by a seed: in its bytes, tags, links, numbers, identifiers, text, or the structure of its ZIP.
 * The same seed gives the same damage. Some of it leaves a delivery that can still be read, some does not; none of it
 * may do harm.
 */
import { deflateRawSync } from 'node:zlib'
import { one, type Random, whole } from './random.ts'
import { rawZip, type ZipEntry } from './raw-zip.ts'

export interface Healthy {
  /** Path of the GML inside the ZIP. */
  gmlPath: string
  gml: string
  /** The files beside it. */
  others: readonly ZipEntry[]
}

export interface DamagedDelivery {
  /** For the report: what was done. */
  damage: string[]
  /** What it is given as. */
  name: string
  bytes: Buffer
  /** Number of feature members that it must account for when it is read; null where the damage may have changed it. */
  members: number | null
}

type GmlDamage = (gml: string, random: Random) => string

const ODD_TEXTS = [
  '',
  ' ',
  '\u0001',
  '&nbsp;',
  '&#0;',
  '&#x1F;',
  '&lt;',
  'é\u{1f6a7}',
  '￿',
  ']]>',
  '--',
  '%%d',
  '=1+1',
  "';--",
]
const ODD_NUMBERS = [
  'NaN',
  'INF',
  '-INF',
  '1e400',
  '-1e400',
  '-0',
  '',
  '1,5',
  '0x10',
  '1e-400',
  '9'.repeat(40),
  '1.2.3',
  '+',
  'a',
]
const ODD_IDS = [
  '',
  '#',
  '__proto__',
  'constructor',
  'toString',
  'nl.imkl-',
  'nl.imkl-KL9999.',
  'x'.repeat(5000),
  '🚧',
  '../../x',
  '/etc/passwd',
]
const ODD_NAMES = [
  '__proto__',
  'constructor',
  'imkl:Onbekend',
  'gml:Arc',
  'gml:Curve',
  'gml:MultiPoint',
  'gml:posList',
  'x:y',
  'imkl:Appurtenance',
  'us-net-common:UtilityLink',
]

/** Replaces one match of a pattern, if there is one. */
function once(gml: string, pattern: RegExp, random: Random, by: (match: string) => string): string {
  // A start at random, so that long files need not be searched through.
  const from = whole(random, gml.length)
  pattern.lastIndex = from
  let match = pattern.exec(gml)
  pattern.lastIndex = 0
  match ??= pattern.exec(gml)
  if (!match) return gml
  return gml.slice(0, match.index) + by(match[0]) + gml.slice(match.index + match[0].length)
}

const MEMBER = /<gml:featureMember>[\s\S]*?<\/gml:featureMember>/g
const LEAF = /<([\w:-]+)[^<>]*>[^<>]*<\/\1>/g
const TAG = /<\/?[\w:-]+/g
const NUMBER = /(?<=[>\s])-?\d+\.\d+(?=[<\s])/g
const COORDINATES = /(?<=<gml:pos(?:List)?[^>]*>)[^<]+/g
const LINK = /(?<=xlink:href=")[^"]*/g
const ID = /(?<=gml:id=")nl\.[^"]*/g
const VALUE = /(?<=>)[^<>\s][^<>]*(?=<)/g
const ATTRIBUTE = / [\w:-]+="[^"]*"/g

/** Damage after which the number of members still stands. */
const GENTLE: Record<string, GmlDamage> = {
  link: (gml, random) =>
    once(gml, LINK, random, (old) =>
      one(random, [...ODD_IDS.filter((id) => !id.startsWith('x')), `${old}x`, old.slice(0, -1)]),
    ),
  number: (gml, random) => once(gml, NUMBER, random, () => one(random, ODD_NUMBERS)),
  coordinates: (gml, random) =>
    once(gml, COORDINATES, random, (old) =>
      one(random, [
        old.split(' ').slice(1).join(' '),
        old.split(' ').slice(0, 2).join(' '),
        `${old} ${old}`,
        old.split(' ').reverse().join(' '),
        old.replaceAll(' ', ','),
        old.replaceAll('.', ''),
        Array(200).fill(old).join(' '),
        one(random, ODD_NUMBERS),
      ]),
    ),
  srsName: (gml, random) =>
    once(gml, /(?<=srsName=")[^"]*/g, random, () => one(random, ['EPSG:4326', '', 'urn:ogc:def:crs:EPSG::7415', 'x'])),
  dimension: (gml, random) =>
    once(
      gml,
      /<gml:(pos|posList|Point|LineString)(?= |>)/g,
      random,
      (old) => `${old} srsDimension="${one(random, ['3', '0', '-1', 'x', '1000000000'])}"`,
    ),
  identifier: (gml, random) => once(gml, ID, random, () => one(random, ODD_IDS)),
  twin: (gml, random) => {
    const ids = gml.match(ID) ?? []
    return once(gml, ID, random, () => one(random, ids))
  },
  text: (gml, random) =>
    once(gml, VALUE, random, () =>
      one(random, ['__proto__', '9999-99-99T99:99:99', '0001-01-01', 'x'.repeat(100_000), 'é\u{1f6a7}', '=1+1', '%%d']),
    ),
}

/** Damage that may take members away, add some, or end in a file that is no XML. */
const ROUGH: Record<string, GmlDamage> = {
  entity: (gml, random) => once(gml, VALUE, random, () => one(random, ODD_TEXTS)),
  rename: (gml, random) =>
    once(gml, TAG, random, (old) => (old.startsWith('</') ? '</' : '<') + one(random, ODD_NAMES)),
  class: (gml, random) => {
    const name = one(random, ['imkl:Kast', 'imkl:Annotatie', 'us-net-common:UtilityLink', 'imkl:Utiliteitsnet'])
    return gml.replaceAll(name, one(random, ['imkl:Nieuw', 'imkl:Mantelbuis', 'imkl:Graafpolygoon']))
  },
  dropTag: (gml, random) => once(gml, TAG, random, () => ''),
  dropLeaf: (gml, random) => once(gml, LEAF, random, () => ''),
  doubleLeaf: (gml, random) => once(gml, LEAF, random, (old) => old.repeat(1 + whole(random, 50))),
  nestLeaf: (gml, random) =>
    once(gml, LEAF, random, (old) => `${'<imkl:x>'.repeat(300)}${old}${'</imkl:x>'.repeat(300)}`),
  dropMember: (gml, random) => once(gml, MEMBER, random, () => ''),
  doubleMember: (gml, random) => once(gml, MEMBER, random, (old) => old.repeat(2 + whole(random, 3))),
  emptyMember: (gml, random) => once(gml, MEMBER, random, () => '<gml:featureMember/>'),
  nestMember: (gml, random) =>
    once(gml, MEMBER, random, (old) => `<gml:featureMember><imkl:Kast>${old}</imkl:Kast></gml:featureMember>`),
  moveMember: (gml, random) => {
    let moved = ''
    const without = once(gml, MEMBER, random, (old) => {
      moved = old
      return ''
    })
    return without.replace('</gml:FeatureCollection>', `${moved}</gml:FeatureCollection>`)
  },
  attribute: (gml, random) =>
    once(gml, ATTRIBUTE, random, (old) => one(random, ['', `${old}${old}`, ' x="', ` y="${'z'.repeat(10_000)}"`])),
  comment: (gml, random) =>
    once(gml, LEAF, random, (old) => one(random, [`<!-- ${old} -->`, `<![CDATA[${old}]]>`, `<?x ${old}?>`])),
  doctype: (gml) => gml.replace('?>', '?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'),
  encoding: (gml, random) => gml.replace('UTF-8', one(random, ['UTF-16', 'latin1', 'x-none', 'windows-1252', ''])),
  namespace: (gml, random) =>
    once(gml, /(?<=xmlns:[\w-]+=")[^"]*/g, random, () =>
      one(random, ['http://example.com/x', '', 'http://www.geostandaarden.nl/imkl/2015/wion/1.2']),
    ),
  cut: (gml, random) => gml.slice(0, whole(random, gml.length)),
  gap: (gml, random) => {
    const at = whole(random, gml.length)
    return gml.slice(0, at) + gml.slice(at + whole(random, 2000))
  },
  repeat: (gml, random) => {
    const at = whole(random, gml.length)
    return gml.slice(0, at) + gml.slice(at - whole(random, 2000))
  },
}

/** In the bytes of a finished file. */
function damageBytes(bytes: Buffer, random: Random): { bytes: Buffer; damage: string } {
  const at = whole(random, bytes.length)
  const most = 1 + whole(random, 64)
  const kind = whole(random, 5)
  const noise = Buffer.from(Array.from({ length: most }, () => whole(random, 256)))
  const damaged = [
    () => Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + most)]),
    () => Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + most)]),
    () => bytes.subarray(0, at),
    () => {
      const copy = Buffer.from(bytes)
      // Where a ZIP keeps what it says of itself.
      const place = Math.max(0, bytes.length - 1 - whole(random, 200))
      copy[place] = whole(random, 256)
      return copy
    },
  ][kind]!()
  return { bytes: damaged, damage: ['overwrite', 'insert', 'remove', 'truncate', 'directory'][kind]! }
}

/** @param outside a path where nothing may ever appear */
function damageZip(entries: ZipEntry[], outside: string, random: Random): string {
  const entry = one(random, entries)
  const kinds: Record<string, () => void> = {
    climb: () => (entry.name = `${'../'.repeat(1 + whole(random, 6))}escaped-${whole(random, 1000)}.xml`),
    absolute: () => (entry.name = `${outside}/escaped.xml`),
    backslash: () => (entry.name = `..\\..\\${entry.name}`),
    drive: () => (entry.name = `C:/${entry.name}`),
    nul: () => (entry.name = `${entry.name}\0.txt`),
    longName: () => (entry.name = `${'x'.repeat(60_000)}/${entry.name}`),
    twice: () => void entries.push({ ...entry }),
    twoDeliveries: () => void entries.push({ ...entry, name: entry.name.replace(/_\d(?=[_./])/, '_7') }),
    gone: () => void entries.splice(entries.indexOf(entry), 1),
    none: () => void entries.splice(0),
    checksum: () => (entry.crc32 = whole(random, 2 ** 31)),
    size: () => (entry.size = whole(random, 2 ** 31)),
    packedSize: () => (entry.packedSize = whole(random, 2 ** 31)),
    method: () => (entry.method = one(random, [1, 9, 12, 14, 93, 99, 65_535])),
    stored: () => (entry.method = 0),
    flags: () => (entry.flags = whole(random, 65_536)),
    link: () => (entry.external = 0o120777 * 65_536),
    offset: () => (entry.offset = whole(random, 2 ** 31)),
    bomb: () => {
      entry.contents = Buffer.alloc(0)
      entry.packed = deflateRawSync(Buffer.alloc(40 * 1024 * 1024))
      entry.size = 40 * 1024 * 1024
    },
    inner: () => {
      const inner = rawZip(entries)
      entries.splice(0, entries.length, { name: 'inner.zip', contents: inner })
    },
    innerTwice: () => {
      const inner = rawZip([{ name: 'inner.zip', contents: rawZip(entries) }])
      entries.splice(0, entries.length, { name: 'outer.zip', contents: inner })
    },
  }
  const kind = one(random, Object.keys(kinds))
  kinds[kind]!()
  return kind
}

/** @param outside a path where nothing may ever appear */
export function damaged(healthy: Healthy, outside: string, random: Random): DamagedDelivery {
  const damage: string[] = []
  let { gml } = healthy
  let isGentle = true
  const alter = (kinds: Record<string, GmlDamage>): void => {
    const kind = one(random, Object.keys(kinds))
    gml = kinds[kind]!(gml, random)
    damage.push(kind)
  }
  const dice = random()
  for (let n = whole(random, 4); n >= 0 && dice < 0.35; n--) alter(GENTLE)
  for (let n = whole(random, 3); n >= 0 && dice >= 0.35 && dice < 0.7; n--) {
    isGentle = false
    alter(random() < 0.7 ? ROUGH : GENTLE)
  }
  const members = isGentle && dice < 0.35 ? (gml.match(/<gml:featureMember>/g) ?? []).length : null
  if (random() < 0.15) {
    const bytes = Buffer.from(gml)
    if (dice < 0.7)
      return { damage: [...damage, 'bare'], name: 'GI_gebiedsinformatielevering_22O000001_1_V2.xml', bytes, members }
    const altered = damageBytes(bytes, random)
    return { damage: ['bare', altered.damage], name: 'GI_bare.xml', bytes: altered.bytes, members: null }
  }
  const entries: ZipEntry[] = [
    { name: healthy.gmlPath, contents: Buffer.from(gml) },
    ...healthy.others.map((other) => ({ ...other })),
  ]
  if (dice >= 0.7 && dice < 0.88) damage.push(damageZip(entries, outside, random))
  let bytes: Buffer = rawZip(entries)
  if (dice >= 0.88) {
    const altered = damageBytes(bytes, random)
    bytes = altered.bytes
    damage.push(`bytes: ${altered.damage}`)
  }
  return { damage, name: 'Levering_22O000001_1.zip', bytes, members }
}
