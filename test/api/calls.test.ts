/** The complete calls of docs/api.md and the OpenAPI document: the same texts in both, and each does what it says. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { READY_CALLS } from '../../server/api/calls.ts'
import openapi from '../../server/api/openapi.json' with { type: 'json' }
import { docsPage } from '../support/docs-pages.ts'
import { RealServer } from '../support/real-server.ts'

const GUIDE = docsPage('api')

/** Fenced blocks of its section "Calling the API", by language. */
const blocks = (): Map<string, string> => {
  const section = GUIDE.split(/^## /m).find((each) => each.startsWith('Calling the API\n')) ?? ''
  return new Map([...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => [language!, text!]))
}

test('docs/api.md holds the calls of the document', () => {
  assert.deepEqual(
    [...blocks()],
    READY_CALLS.map(({ language, text }) => [language, text]),
  )
})

const INTERPRETERS: Record<string, { command: string; ending: string }> = {
  sh: { command: 'sh', ending: 'sh' },
  powershell: { command: 'pwsh', ending: 'ps1' },
  python: { command: process.platform === 'win32' ? 'python' : 'python3', ending: 'py' },
  typescript: { command: process.execPath, ending: 'mts' },
}

const isThere = (command: string): boolean => {
  try {
    execFileSync(command, command === 'sh' ? ['-c', 'command -v curl'] : ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const server = new RealServer()
const folder = mkdtempSync(join(tmpdir(), 'klic calls '))
before(() => server.open())
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The names in code of a text that begin with a field of a job. */
const fieldsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/`([a-z_]+(?:\.[a-z_]+)?)`/g)].map(([, name]) => name!)),
]

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}
const schemas = openapi.components.schemas as Record<string, Schema>

/** @param name as `quote.total`. @returns its schema; undefined: a job has no such field */
const fieldOfJob = (name: string): Schema | undefined =>
  name.split('.').reduce<Schema | undefined>((schema, each) => whole(schema)?.properties?.[each], schemas.Job)

const whole = (schema: Schema | undefined): Schema | undefined => {
  const named = schema?.anyOf?.find(({ $ref, properties }) => $ref || properties) ?? schema
  return named?.$ref ? schemas[named.$ref.split('/').at(-1)!] : named
}

test('llms.txt and the guide name the same five fields, which a job has, and its addresses answer', async () => {
  const answer = await fetch(`${server.ready.base_url}/llms.txt`)
  assert.match(answer.headers.get('Content-Type') ?? '', /^text\/plain/)
  const text = await answer.text()
  const five = (of: string, row: RegExp) => [...of.matchAll(row)].map(([, name]) => name!)
  const named = five(text, /^- `(\w+)`: /gm)
  assert.equal(named.length, 5)
  const section = GUIDE.split(/^## /m).find((each) => each.startsWith('The five fields you need\n')) ?? ''
  assert.deepEqual(five(section, /^\| `(\w+)` \|/gm), named)
  for (const name of fieldsIn(text + section).filter((each) => named.includes(each.split('.')[0]!)))
    assert.ok(fieldOfJob(name), name)
  // That of AI clients answers where it is switched on.
  for (const [, address] of text.matchAll(/\]\((\/(?!mcp)[^)]+)\)/g)) {
    assert.equal((await fetch(server.ready.base_url + address)).status, 200, address)
  }
})

for (const [language, { command, ending }] of Object.entries(INTERPRETERS)) {
  const skip = isThere(command) ? false : `this machine has no ${command === 'sh' ? 'curl' : command}`
  test(`the call in ${language} quotes, submits, waits and downloads`, { skip }, async () => {
    const script = join(folder, `call.${ending}`)
    writeFileSync(script, blocks().get(language) ?? '')
    const env = { ...process.env, KLIC_URL: server.ready.base_url, KLIC_KEY: server.secret }
    const { out, words } = await new Promise<{ out: string; words: string }>((resolve) => {
      execFile(command, [script], { cwd: folder, env }, (_, out, words) => resolve({ out, words }))
    })
    assert.match(out, /job_\w+ ready\s*$/, words)
    const file = join(folder, 'klic.gpkg')
    assert.equal(readFileSync(file).subarray(0, 15).toString(), 'SQLite format 3')
    rmSync(file)
  })
}

for (const [language, { command, ending }] of Object.entries(INTERPRETERS)) {
  const skip = isThere(command) ? false : `this machine has no ${command === 'sh' ? 'curl' : command}`
  test(`the call in ${language} ends in words when the key is wrong, and when no server is there`, {
    skip,
  }, async () => {
    const script = join(folder, `wrong.${ending}`)
    writeFileSync(script, blocks().get(language) ?? '')
    for (const [KLIC_URL, KLIC_KEY, said] of [
      [server.ready.base_url, 'klic_sim_none', /API_KEY_INVALID|401/],
      ['http://127.0.0.1:9', server.secret, /connect|refused|fetch failed/i],
    ] as const) {
      const env = { ...process.env, KLIC_URL, KLIC_KEY }
      const { code, words } = await new Promise<{ code: unknown; words: string }>((resolve) => {
        execFile(command, [script], { cwd: folder, env }, (error, _, words) =>
          resolve({ code: error ? error.code : 0, words }),
        )
      })
      assert.notEqual(code, 0)
      assert.match(words, said)
    }
  })
}

test('the call in TypeScript compiles strictly, with the types of a browser beside it and without', () => {
  const root = join(import.meta.dirname, '../..')
  const script = join(mkdtempSync(join(root, 'test/.calls-')), 'call.mts')
  try {
    writeFileSync(script, blocks().get('typescript') ?? '')
    const plain = [
      '--noEmit',
      '--strict',
      '--ignoreConfig',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--skipLibCheck',
      ...['--checkers', '1'],
    ]
    for (const lib of ['es2024,dom', 'es2024']) {
      const args = [join(root, 'node_modules/typescript/bin/tsc'), ...plain, '--target', 'es2024', '--lib', lib, script]
      execFileSync(process.execPath, args, { encoding: 'utf8' })
    }
  } finally {
    rmSync(dirname(script), { recursive: true })
  }
})
