import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from '../../server/cli/backup-file.ts'

const read = async (chunks: Iterable<Uint8Array>): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of linesOf(chunks as unknown as AsyncIterable<Uint8Array>)) lines.push(line)
  return lines
}

test('lines are the same however the bytes come, also where a letter is cut', async () => {
  const lines = ['één', '', 'een lange regel '.repeat(20), '€ 24,99']
  const bytes = Buffer.from(`${lines.join('\n')}\n`)
  for (const size of [1, 2, 3, 7, 64, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    assert.deepEqual(await read(chunks), lines)
  }
  assert.deepEqual(await read([bytes.subarray(0, -1)]), lines)
  assert.deepEqual(await read([]), [])
})

test('no more is read than the next line needs', async () => {
  let read = 0
  const chunks = async function* (): AsyncIterable<Uint8Array> {
    for (; read < 100; read++) yield Buffer.from(`${read}\n${'x'.repeat(50_000)}\n`)
  }
  let line = 0
  for await (const text of linesOf(chunks())) {
    assert.equal(text.length > 10, line % 2 === 1)
    line++
    assert.ok(read <= line / 2)
  }
  assert.equal(line, 200)
})
