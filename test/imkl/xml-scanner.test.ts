/**
 * The scanner against saxes: both hear the same, or both refuse, for every document and however it comes in pieces.
 * Namespaces are not compared, and what saxes lets pass by its own choice stands below.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { type Attributes, XmlScanner } from '../../server/imkl/gml/xml-scanner.ts'

type ScanEvents = (string | [name: string, attributes: Record<string, string>])[]

/** Pieces of text that follow each other become one. */
function ear() {
  const heard: ScanEvents = []
  let text = ''
  const flush = (): void => {
    if (text !== '') heard.push(`text ${text}`)
    text = ''
  }
  return {
    open(name: string, attributes: Record<string, string>): void {
      flush()
      heard.push([name, { ...attributes }])
    },
    close(): void {
      flush()
      heard.push('close')
    },
    text(piece: string): void {
      text += piece
    },
    heard,
  }
}

function scanned(pieces: readonly string[]): ScanEvents | string {
  const { heard, ...on } = ear()
  let depth = 0
  const scanner = new XmlScanner({
    open: (name, { names, values }: Attributes) => {
      depth++
      on.open(name, Object.fromEntries(names.map((each, i) => [each, values[i]!])))
    },
    close: () => {
      depth--
      on.close()
    },
    // Space around the outermost element is no text of it.
    text: (piece) => depth > 0 && on.text(piece),
    fault: (what) => {
      throw new Error(what)
    },
  })
  scanner.wantsText = true
  try {
    for (const piece of pieces) scanner.write(piece)
    scanner.end()
    return heard
  } catch (error) {
    return (error as Error).message
  }
}

function heardBySaxes(text: string): ScanEvents | string {
  const { heard, ...on } = ear()
  let depth = 0
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('opentag', ({ name, attributes }) => {
    depth++
    on.open(name, attributes)
  })
  parser.on('closetag', () => {
    depth--
    on.close()
  })
  const take = (piece: string): void => {
    if (depth > 0) on.text(piece)
  }
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('doctype', () => {
    throw new Error('doctype')
  })
  parser.on('error', (error) => {
    throw error
  })
  try {
    parser.write(text).close()
    return heard
  } catch (error) {
    return (error as Error).message
  }
}

/** saxes takes a target that no name is: `<?made?by hand?>`. */
const ODD_TARGET = /<\?[^\s?]+\?[^>]/

function compare(text: string, cuts: readonly number[]): void {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
  const pieces = [0, ...places].map((from, i) => text.slice(from, places[i] ?? text.length))
  const [ours, theirs] = [scanned(pieces), heardBySaxes(text)]
  if (ODD_TARGET.test(text)) return
  if (typeof theirs === 'string') assert.equal(typeof ours, 'string', `saxes refuses (${theirs}): ${text}`)
  else assert.deepEqual(ours, theirs, text)
}

const DOCUMENT = `<?xml version="1.0" encoding="UTF-8"?>
<!-- a delivery --><?made by hand?>
<gml:FeatureCollection gml:id="gil_1" xmlns:gml='http://www.opengis.net/gml/3.2'\txmlns:imkl = "http://www.geostandaarden.nl/imkl/wibon">
  <gml:featureMember >
    <imkl:Elektriciteitskabel gml:id="nl.imkl-KL1031.&quot;1&#x22;">
      <imkl:naam>Gas &amp; water &lt;oud&gt; &#233;&#xE9;\r\n<![CDATA[<b>]] > & ]]></imkl:naam>
      <imkl:leeg/><imkl:status xlink:href="a>b" xsi:nil = "true" />
      <gml:posList srsDimension="2">1 2 3 4</gml:posList\n>
      <tekst>één – zwölf \u{1F6A7} ] ]] ]>></tekst>
    </imkl:Elektriciteitskabel>
  </gml:featureMember>
</gml:FeatureCollection>
<!-- end -->
`
const SIGNS = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '&',
    ';',
    '"',
    "'",
    '=',
    '!',
    '?',
    '-',
    '--',
    '-->',
    ']',
    ']]>',
    '<![CDATA[',
    '<!--',
    '<?x ?>',
  ],
  ...['<a>', '</a>', '<a b="1"/>', '<!DOCTYPE a>', '&amp;', '&#0;', '&#xD800;', '&#x1F6A7;', '&lt', '&none;', '&;'],
  ...[
    ' ',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '\u0085',
    '\u00a0',
    '\u0001',
    '\ufffe',
    'é',
    '\u{1F6A7}',
    ':',
    '-a',
    '1',
    'xmlns',
    '<?xml version="1.0"?>',
  ],
]

test('the document of these tests is read whole, and says what stands in it', () => {
  const heard = scanned([DOCUMENT])
  assert.ok(Array.isArray(heard), String(heard))
  assert.deepEqual(heard[4], ['imkl:Elektriciteitskabel', { 'gml:id': 'nl.imkl-KL1031."1"' }])
  assert.ok(heard.includes('text Gas & water <oud> éé\n<b>]] > & '))
  assert.equal(heard.filter((each) => each === 'close').length, 8)
})

test('however a document is cut into pieces, it says the same', () => {
  for (let size = 1; size < 40; size++) {
    const cuts = Array.from({ length: Math.ceil(DOCUMENT.length / size) }, (_, i) => i * size)
    compare(DOCUMENT, cuts)
  }
})

test('a document with signs put in, taken out or in the place of others is read or refused as by saxes', () => {
  const edit = fc.record({
    at: fc.nat(DOCUMENT.length),
    takes: fc.nat(12),
    puts: fc.oneof(fc.constantFrom(...SIGNS), fc.constant(''), fc.string({ maxLength: 3, unit: 'binary' })),
  })
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(), { maxLength: 6 }), (edits, cuts) => {
      let text = DOCUMENT
      for (const { at, takes, puts } of edits) text = text.slice(0, at) + puts + text.slice(at + takes)
      if (text.isWellFormed()) compare(text, cuts)
    }),
    { numRuns: 20_000 },
  )
})

test('any row of signs is read or refused as by saxes', () => {
  const any = fc.array(fc.constantFrom(...SIGNS, 'a', 'b', 'text'), { maxLength: 12 }).map((signs) => signs.join(''))
  const inRoot = any.map((text) => `<a>${text}</a>`)
  const inTag = any.map((text) => `<a ${text}></a>`)
  fc.assert(fc.property(fc.oneof(any, inRoot, inTag), fc.array(fc.nat(), { maxLength: 6 }), compare), {
    numRuns: 30_000,
  })
})

test('XML that is built to take memory or time is refused', () => {
  const attributes = (count: number): string => Array.from({ length: count }, (_, i) => ` a${i}=""`).join('')
  const names = Array.from({ length: 20_000 }, (_, i) => `<e${i}/>`).join('')
  assert.ok(Array.isArray(scanned([`<a${attributes(200)}/>`])))
  for (const text of [
    `<a${attributes(300)}/>`,
    `<a b="${'x'.repeat(2 ** 21)}`,
    `<a>${names}</a>`,
    `<a>&${'x'.repeat(100)}`,
  ])
    assert.equal(typeof scanned([text]), 'string', text.slice(0, 20))
})
