/** Every view of a result and every file of it says what must be known of it first: every note in every output. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { printResult } from '../../server/exports/print/print.ts'
import { pageOf, type Sheet, sheetsOver } from '../../server/exports/print/print-sheets.ts'
import { RESULT_FORMATS, type ResultFormat } from '../../server/exports/result-formats.ts'
import { openZip } from '../../server/imkl/delivery/zip.ts'
import type { JobLabel } from '../../server/imkl/model/conversion-task.ts'
import {
  aboutOf,
  NOTE_CODES,
  NOTICE_FILES,
  type NoteCode,
  noteLine,
  resultNotes,
} from '../../server/imkl/model/result-notes.ts'
import { folder } from '../formats/samples.ts'
import { at, cable, type FixtureDelivery, lineString, link, OPERATOR, zippedDelivery } from '../support/imkl-fixture.ts'
import { withoutPoppler, words } from '../support/paper.ts'
import { PARAMETERS } from '../support/trench-parameters.ts'

interface State {
  delivery?: Partial<FixtureDelivery>
  job?: Partial<JobLabel>
}

const MISSING = [{ orderId: 'ord_2', partNo: 2, reason: 'rejected' as const, klicNumber: null }]
const SILENT = { code: 'KL9002', name: 'Stille Netten', delivered: false, themes: ['water'] }

/** What brings each note about, alone. */
const STATES: Record<NoteCode, State> = {
  PRELIMINARY: { job: { preliminary: { awaited: [], parts: 2 } } },
  SIMULATED: { job: { environment: 'eto' } },
  PLANNING_ONLY: { delivery: { kind: 'orientatieverzoek' } },
  PART_MISSING: { job: { missingParts: MISSING } },
  OPERATOR_NOT_DELIVERED: { delivery: { operators: [OPERATOR, SILENT] } },
  DELIVERY_INCOMPLETE: { delivery: { complete: false } },
  IMPORTED: { job: { source: 'imported' } },
}

const ALL: State = {
  delivery: Object.assign({}, ...Object.values(STATES).map(({ delivery }) => delivery)),
  job: Object.assign({}, ...Object.values(STATES).map(({ job }) => job)),
}

async function zipTexts(path: string): Promise<string> {
  const zip = await openZip(path, 'klic')
  const texts: string[] = []
  for (const entry of zip.entries)
    if (/\.(txt|xml)$/.test(entry.path)) texts.push(entry.path, await text(entry.chunks()))
  await zip.close()
  return texts.join('\n')
}

function geoPackageTexts(path: string): Record<string, string> {
  const db = new Database(path, { readonly: true })
  const all = (sql: string) => (db.prepare(sql).pluck().all() as string[]).join('\n')
  const zipped = Buffer.from(all('SELECT content FROM qgis_projects'), 'hex')
  const found = {
    'the table of warnings': all('SELECT code FROM waarschuwing'),
    'the description': all('SELECT metadata FROM gpkg_metadata'),
    'the page of QGIS': inflateRawSync(zipped.subarray(30 + zipped.readUInt16LE(26))).toString(),
  }
  db.close()
  return found
}

/** What each format says in words, by the place where it stands; a table of codes says the code. */
const SAID: Record<ResultFormat, (path: string) => Record<string, string> | Promise<Record<string, string>>> = {
  gpkg: geoPackageTexts,
  geojson: (path) => ({ 'the table of warnings': readFileSync(path, 'utf8') }),
  'geojson-crs84': (path) => ({ 'the table of warnings': readFileSync(path, 'utf8') }),
  dxf: (path) => ({
    drawing: readFileSync(path, 'utf8').replaceAll(/\\U\+([0-9A-F]{4})/g, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  }),
  shp: async (path) => ({ readme: await zipTexts(path) }),
  xlsx: async (path) => ({ sheet: await zipTexts(path) }),
  geotiff: async (path) => ({ readme: await zipTexts(path) }),
}

describe('what must be known of a result before anybody uses it', () => {
  const states: [string, State, readonly NoteCode[]][] = [
    ['nothing', {}, []],
    ...NOTE_CODES.map((code) => [code, STATES[code], [code]] as [string, State, readonly NoteCode[]]),
    ['everything', ALL, NOTE_CODES],
  ]
  for (const [name, { delivery, job }, expected] of states) {
    test(`stands in every format and on paper: ${name}`, async (t) => {
      const here = folder(t)
      const zip = here.path('24G000001.zip')
      const members = [
        cable('nl.imkl-KL9001.c', ['nl.imkl-KL9001.l']),
        link('nl.imkl-KL9001.l', lineString(at(1, 1, 9, 1))),
      ]
      writeFileSync(zip, await zippedDelivery({ klicNumber: '24G000001', members, ...delivery }))
      const label: JobLabel = { reference: 'r', klicType: null, environment: 'production', missingParts: [], ...job }
      const { summary } = await runTask({
        kind: 'merge',
        deliveries: [{ path: zip }],
        job: label,
        tempDir: here.path('temp'),
        out: RESULT_FORMATS.map((format) => ({ format, path: here.path(format) })),
      })
      const about = (language: 'nl' | 'en') => aboutOf(summary!, label.missingParts, language)
      const notes = resultNotes(summary!.warnings, { about: about('nl') })
      assert.deepEqual(
        notes.map(({ code }) => code),
        expected,
      )
      const every = resultNotes(NOTE_CODES.map((code) => ({ code })))
      for (const format of RESULT_FORMATS) {
        for (const [place, said] of Object.entries(await SAID[format](here.path(format)))) {
          for (const { code } of every) {
            const isSaid = said.includes(place === 'the table of warnings' ? code : noteLine(code, 'nl'))
            assert.equal(isSaid, expected.includes(code), `${format}, ${place}: ${code}`)
          }
        }
      }
      for (const [code, file] of Object.entries(NOTICE_FILES)) {
        for (const format of ['shp', 'geotiff'] as const)
          assert.equal((await zipTexts(here.path(format))).includes(file), expected.includes(code as NoteCode), format)
      }
      const named = [...about('nl').OPERATOR_NOT_DELIVERED!, ...about('nl').DELIVERY_INCOMPLETE!]
      for (const each of named) assert.ok(geoPackageTexts(here.path('gpkg'))['the description']!.includes(each), each)
      if (withoutPoppler) return t.diagnostic(withoutPoppler)
      for (const language of ['nl', 'en'] as const) {
        const path = here.path(`${language}.pdf`)
        const reader = openResult(here.path('gpkg'))
        await printResult(reader, {
          path,
          sheets: sheetsOver({ type: 'Polygon', coordinates: [RING] }, pageOf(PAPER), 500) as Sheet[],
          leftOut: 0,
          facts: {
            revision: 1,
            isOutdated: false,
            preliminary: null,
            dig: { on: '2026-11-23', status: { answer: 'yes', reasons: [], beginFrom: null, beginUntil: null } },
            reference: 'r',
            klicNumbers: [],
            company: 'B.V.',
            madeAt: '2026-11-20T12:00:00Z',
            ground: null,
            unknown: [],
            withheldParts: [],
            missingParts: [],
            account: summary!.account!,
            operators: summary!.operators,
            notes: resultNotes(summary!.warnings, { about: about(language) }),
          },
          options: {
            ...PAPER,
            scale: 500,
            ink: 'colour',
            lines: 'official',
            language,
            ground: false,
            cover: 'area',
            frame: null,
            empty: false,
            sheets: [],
            hidden: [],
            hiddenOperators: [],
          },
        })
        reader.close()
        const plan = here.path(`${language}-plan.pdf`)
        await runTask({
          kind: 'trenches',
          results: [{ gpkg: here.path('gpkg') }],
          works: { kind: 'axis', line: [RING[0]!, RING[1]!] },
          parameters: PARAMETERS,
          print: { language },
          file: { format: 'pdf', path: plan },
          out: [],
          tempDir: here.path('temp'),
        })
        const pages = [path, plan].flatMap((each) => words(each).split('\f').slice(0, -1))
        for (const [i, sheet] of pages.entries()) {
          const said = sheet.replaceAll(/\s+/g, ' ')
          for (const note of every) {
            // In a box of its own.
            const mark = note.code === 'SIMULATED' ? /SIMULATI/ : noteLine(note.code, language)
            const isSaid =
              typeof mark === 'string' ? said.replaceAll(' ', '').includes(mark.replaceAll(' ', '')) : mark.test(said)
            assert.equal(isSaid, expected.includes(note.code), `${language}, page ${i + 1}: ${note.code}\n${said}`)
          }
        }
      }
    })
  }
})

const PAPER = { paper: 'A3', orientation: 'landscape' } as const
const RING = [
  [200_000, 400_000],
  [200_050, 400_000],
  [200_050, 400_050],
  [200_000, 400_050],
  [200_000, 400_000],
] as [number, number][]

test('an orientation request, test data and an import are told by the job too, where the result holds no such note', () => {
  const codes = (job: Parameters<typeof resultNotes>[1]) => resultNotes([], job).map(({ code }) => code)
  assert.deepEqual(codes({ job: { klicType: 'ORIENT', environment: 'simulator', source: 'imported' } }), [
    'SIMULATED',
    'PLANNING_ONLY',
    'IMPORTED',
  ])
  assert.deepEqual(codes({ job: { klicType: 'GRAAF', environment: 'production', source: 'ordered' } }), [])
})
