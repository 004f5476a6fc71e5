/** The complete calls of docs/api.md and the OpenAPI document: the same texts in both, and each does what it says. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { READY_CALLS } from '../../server/api/calls.ts'
import { RealServer } from '../support/real-server.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')

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
