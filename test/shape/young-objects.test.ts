import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')
/** Whatever starts a process of the server from outside. */
const LAUNCHERS = [
  'electron/places.ts',
  'build/commands/klic.mjs',
  'build/package/klic-api@.service',
  'build/package/klic-worker@.service',
  'build/package/klic-desktop-server.service',
  'build/package/deb.mjs',
  'build/Containerfile',
]

test('every process of the server is given as much room for young objects, whoever starts it', () => {
  const given = (file: string): string | undefined => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const [, number] = /--max-semi-space-size=(\d+)/.exec(text) ?? []
    const isNamed = /--max-semi-space-size=\$\{YOUNG_MB\}/.test(text)
    return number ?? (isNamed ? /const YOUNG_MB = (\d+)/.exec(text)?.[1] : undefined)
  }
  const expected = given('server/runtime/child.ts')
  assert.ok(expected)
  for (const file of LAUNCHERS) assert.equal(given(file), expected, file)
})
