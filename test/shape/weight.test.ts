/** What a process loads before it works: packages that take long to load wait for the line that needs them. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { packageOf, readSources, type Source, target } from './sources.ts'

/** Entry -> packages that it does not load at its start. */
const NOT_AT_START: Record<string, readonly string[]> = {
  // Started for every file with areas.
  'server/caged.ts': ['pdfkit', 'gdal-async', 'better-sqlite3', 'proj4'],
  // Loaded for every conversion; a PDF's packages took 190 of its 320 ms.
  'server/exports/conversion/task.ts': ['pdfkit', 'gdal-async', 'proj4'],
  // The window waits for it.
  'server/start.ts': ['pdfkit', 'gdal-async', '@turf/turf', 'zod-openapi', '@aws-sdk/client-s3', 'pg'],
}

/** The first way from an entry to each package that it loads, by static imports. */
function loadedBy(sources: readonly Source[], entry: string): Map<string, string> {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]))
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const follow = (file: string, way: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const { from, isTypeOnly, isLate } of importsOf.get(file) ?? []) {
      if (isTypeOnly || isLate) continue
      const [to, name] = [target(file, from), packageOf(from)]
      if (name !== undefined && !found.has(name)) found.set(name, `${way} -> ${name}`)
      if (to !== undefined) follow(to, `${way} -> ${to}`)
    }
  }
  follow(entry, entry)
  return found
}

const ours = readSources(path.resolve(import.meta.dirname, '..', '..'), ['server'])

for (const [entry, heavy] of Object.entries(NOT_AT_START)) {
  test(`${entry} starts without ${heavy.join(', ')}`, () => {
    assert.ok(ours.some(({ file }) => file === entry))
    const loaded = loadedBy(ours, entry)
    assert.deepEqual(
      heavy.flatMap((name) => loaded.get(name) ?? []),
      [],
    )
  })
}
