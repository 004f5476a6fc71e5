/** The scoreboard of the cut can switch off each of its methods (npm run bench -- cut --methods). */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { METHODS, sourceWithout } from '../support/cut-methods.ts'

const room = path.resolve(import.meta.dirname, '../../server/cut')
const sourceOf = (file: string): string => fs.readFileSync(path.join(room, file), 'utf8')

for (const method of METHODS) {
  test(`the scoreboard finds where to switch off: ${method.name}`, () => {
    for (const { file } of method.off) {
      assert.notEqual(sourceWithout(method, file, sourceOf(file)), sourceOf(file))
    }
  })
}

test('a method that is no longer where it was is said to be gone', () => {
  const method = { name: 'magic', files: [], off: [{ file: 'plan.ts', from: 'no such text', to: '' }] }

  assert.throws(() => sourceWithout(method, 'plan.ts', sourceOf('plan.ts')), /magic is not where it was/)
})

test('without its local search the cut is another', () => {
  const script = `
    import { METHODS, switchOff } from './test/support/cut-methods.ts'
    switchOff(METHODS.find(({ name }) => name === 'local search'))
    const { localSearch } = await import('./server/cut/local-search.ts')
    process.stdout.write(String(localSearch('no arguments that it could use', { left: 5 })))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: path.resolve(room, '../..'),
    encoding: 'utf8',
  })

  assert.equal(printed, 'undefined')
})
