/**
 * The tests of area reading once more, with no other drivers of GDAL than the build of gdal-async that is published has: a
 * build of one's own (Debian's GDAL) may have more, and a file is read the same by both. The list is in its README.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import gdal from 'gdal-async'

const FILES = ['area-files', 'areas-as-they-come', 'areas-in-part', 'areas-systems']

const readme = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('gdal-async/package.json')), 'README.md'),
  'utf8',
)
const [, list = ''] = /^(`AAIGrid`.*)$/m.exec(readme) ?? []
const published = new Set([...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name!.toLowerCase()))
const others = gdal.drivers.getNames().filter((name) => !published.has(name.toLowerCase()))

test('areas are read the same with the drivers of the published GDAL alone', {
  skip: others.length === 0 && 'this GDAL has no other drivers than the published one',
}, async () => {
  assert.ok(published.has('kml') && others.includes('LIBKML'), 'the README lists the drivers, and this build has more')
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const files = FILES.map((name) => join(import.meta.dirname, '..', 'areas', `${name}.test.ts`))
  await promisify(execFile)(process.execPath, ['--test', ...files], {
    env: { ...env, GDAL_SKIP: others.join(',') },
    maxBuffer: 1 << 26,
  })
})
