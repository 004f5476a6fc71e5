/** The files of a later attack, each sent to a real server as an area: refused in words, or read without harm. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { attackedServer } from '../support/attacked-server.ts'
import { hostileFiles } from '../support/hostile-files.ts'

const attacked = await attackedServer()
after(() => attacked.close())
const { folder, secretFile: secret, address } = attacked

describe('what is brought', () => {
  for (const { name, bytes, gives, or } of hostileFiles({ folder, secret, address }))
    test(name, async () => {
      const found = await attacked.bring(bytes())
      if (or === undefined || found !== or) assert.deepEqual(found, gives)
    })
})
