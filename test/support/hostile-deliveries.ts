/** What an attacker would have a delivery be: made of an honest one, as a GML by itself or as a ZIP. */
import { utf16 } from './hostile-xml.ts'
import { rawZip, type ZipEntry } from './raw-zip.ts'

const MIB = 1024 * 1024
/** As a system of Unix writes it into an entry. */
const LINK = 0o120777 * 0x1_0000

export interface HonestDelivery {
  /** Path of the GML in its ZIP */
  path: string
  gml: string
  /** In it, where text may stand */
  reference: string
}

export interface HostileDelivery {
  what: string
  name: 'a.xml' | 'a.zip'
  bytes: () => Buffer
}

const entry = (name: string, contents: string | Buffer, more: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  contents: Buffer.from(contents as string),
  ...more,
})

/** What reaches for files beside it. @param beside a file with a secret */
export function reachingDeliveries({ path, gml, reference }: HonestDelivery, beside: string): HostileDelivery[] {
  const doctype = `<!DOCTYPE r [<!ENTITY x SYSTEM "file://${beside}">]>`
  const withDoctype = (encoding: string): string =>
    gml.replace('UTF-8"?>', `${encoding}"?>${doctype}`).replace(reference, '&x;')
  const inZip = (bytes: string | Buffer, ...more: ZipEntry[]): Buffer => rawZip([entry(path, bytes), ...more])
  const nested = (depth: number): Buffer => {
    let zip = inZip(gml)
    for (let i = 0; i < depth; i++) zip = rawZip([entry(`${i}.zip`, zip)])
    return zip
  }
  const xml = (what: string, bytes: () => string | Buffer): HostileDelivery => ({
    what,
    name: 'a.xml',
    bytes: () => Buffer.from(bytes() as string),
  })
  const zip = (what: string, bytes: () => Buffer): HostileDelivery => ({ what, name: 'a.zip', bytes })
  return [
    xml('a document type in UTF-16', () => utf16(withDoctype('UTF-16'), 'LE')),
    zip('a document type in UTF-16 in a ZIP', () => inZip(utf16(withDoctype('UTF-16'), 'BE'))),
    xml('a document type in small letters', () => withDoctype('UTF-8').replace('DOCTYPE', 'doctype')),
    xml('an encoding that hides one', () => withDoctype('UTF-7').replace('<!DOCTYPE', '+ADwAIQ-DOCTYPE')),
    zip('a link as its GML', () => rawZip([entry(path, beside, { external: LINK })])),
    zip('a link beside its GML', () => inZip(gml, entry('22G000001_1/bronnen/a.pdf', beside, { external: LINK }))),
    zip('a ZIP three deep', () => nested(3)),
    zip('a name that leaves by backslashes', () => inZip(gml, entry('..\\..\\evil.pdf', 'x'))),
    xml('elements a hundred thousand deep', () => gml.replace('</gml:FeatureCollection>', '<x>'.repeat(100_000))),
    xml('a virtual dataset', () => `<OGRVRTDataSource><SrcDataSource>${beside}</SrcDataSource></OGRVRTDataSource>`),
    { what: 'a QGIS project', name: 'a.zip', bytes: () => rawZip([entry('a.qgs', '<!DOCTYPE qgis><qgis/>')]) },
    zip('a FlatGeobuf', () => Buffer.from('fgb\x03fgb\x00', 'latin1')),
  ]
}

/** What is made to break its reader. */
export function breakingDeliveries({ path, gml, reference }: HonestDelivery): HostileDelivery[] {
  const beside = (name: string): Buffer => rawZip([entry(path, gml), entry(name, 'x')])
  const inside = (text: string): string => gml.replace(reference, text)
  const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`
  const names = Array.from({ length: 20_000 }, (_, i) => `<e${i}/>`).join('')
  const entity = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
  const xml = (what: string, text: () => string): HostileDelivery => ({
    what,
    name: 'a.xml',
    bytes: () => Buffer.from(text()),
  })
  const zip = (what: string, bytes: () => Buffer): HostileDelivery => ({ what, name: 'a.zip', bytes })
  return [
    zip('a name above the archive', () => beside('../../evil.txt')),
    zip('an absolute name', () => beside('/evil.txt')),
    zip('a name with backslashes', () => beside('..\\..\\evil.txt')),
    zip('a link', () => rawZip([entry(path, gml), entry('a', '/etc', { external: LINK })])),
    zip('199 MB of zeros', () =>
      rawZip([entry(path, gml), entry('22G000001_1/bronnen/zeros.pdf', Buffer.alloc(199 * MIB))]),
    ),
    zip('more than it says', () => rawZip([entry(path, Buffer.alloc(64 * MIB, 32), { size: 100 })])),
    xml('a document type', () => gml.replace('?>', `?>${entity}`)),
    xml('an entity of nobody', () => inside('&a;')),
    xml('100,000 elements deep', () => inside(deep)),
    xml('an attribute of 2 MB', () => inside(`<a b="${'x'.repeat(2 * MIB)}"/>`)),
    xml('20,000 names of elements', () => inside(names)),
    xml('150 MB of text', () => inside('x'.repeat(150 * MIB))),
  ]
}

/** As the registry gives a delivery: a GML by itself stands in a ZIP. */
export const asZip = ({ name, bytes }: HostileDelivery, path: string): Buffer =>
  name === 'a.zip' ? bytes() : rawZip([entry(path, bytes())])
