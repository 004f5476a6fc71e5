import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { shareReaders } from '../../server/exports/geopackage/share.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'

function result(path: string, count: number): string {
  const gpkg = createGeoPackage(path)
  for (let n = 0; n < count; n++) gpkg.feature('kabel_of_leiding', { id: `nl.imkl-KL1234.${n}` }, null)
  gpkg.finish({ lastChange: '2026-11-20T10:00:00.000Z', warnings: [] })
  return path
}

test('a result that is asked again and again is opened once, and another one at its place anew', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-share-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = result(join(folder, 'result.gpkg'), 2)
  const opened: string[] = []
  const closed: string[] = []
  const open = shareReaders((file) => {
    opened.push(file)
    const reader = openResult(file)
    return {
      ...reader,
      close() {
        closed.push(file)
        reader.close()
      },
    }
  })

  const first = open(path)
  const second = open(path)
  first.close()
  first.close()
  assert.equal(second.count('kabel_of_leiding'), 2, 'closed by one, it serves the other')
  second.close()
  assert.equal(opened.length, 1)

  renameSync(result(join(folder, 'later.gpkg'), 3), path)
  const later = open(path)
  assert.equal(later.count('kabel_of_leiding'), 3)
  later.close()

  // More than are kept: the ones that nobody uses are closed, the one in use stays.
  const held = open(path)
  for (let n = 0; n < 12; n++) open(result(join(folder, `${n}.gpkg`), 1)).close()
  assert.equal(held.count('kabel_of_leiding'), 3)
  assert.ok(closed.length >= 5 && !closed.includes(join(folder, '11.gpkg')), `closed: ${closed.length}`)
  held.close()
  assert.throws(() => open(join(folder, 'missing.gpkg')), { code: 'ENOENT' })
})
