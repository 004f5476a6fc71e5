/** The OpenAPI document becomes a typed client with two generators of npm, and that client calls a server. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { npm, runNpm } from '../../build/setup/packages.mjs'
import { GARDEN } from '../support/api-world.ts'
import { RealServer } from '../support/real-server.ts'

const DOCUMENT = join(import.meta.dirname, '../../server/api/openapi.json')
const folder = mkdtempSync(join(tmpdir(), 'klic-clients-'))
const server = new RealServer()
let whyNot = ''

before(async () => {
  // Their TypeScript is 5, which npm refuses next to ours.
  cpSync(join(import.meta.dirname, 'typed-clients'), folder, { recursive: true })
  const { code, output } = await runNpm(await npm(), ['ci', '--ignore-scripts', '--prefer-offline'], folder)
  if (code !== 0) whyNot = `npm ci of test/setup/typed-clients failed: ${output.trim().split('\n')[0]}`
  else await server.open()
})
after(async () => {
  if (whyNot === '') await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (script: string, ...args: string[]): string => {
  const env = { ...process.env, BASE_URL: `${server.ready.base_url}/api/v1`, KEY: server.secret }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout + stderr)
  return stdout + stderr
}

const HEAD = `
declare const process: { env: { BASE_URL: string; KEY: string } }
const settings = { baseUrl: process.env.BASE_URL, headers: { 'X-API-Key': process.env.KEY } }
const geometry: { type: 'Polygon'; coordinates: [number, number][][] } = ${JSON.stringify(GARDEN)}
`

const CLIENTS: [name: string, generate: string[], script: string][] = [
  [
    'openapi-typescript 7.13.0',
    ['openapi-typescript/bin/cli.js', DOCUMENT, '-o', 'types.ts'],
    `import createClient from 'openapi-fetch'
import type { paths } from './types'
${HEAD}
const client = createClient<paths>(settings)
async function main() {
  const { data: quote, error } = await client.POST('/jobs', { body: { geometry, klic_type: 'ORIENT' } })
  if (!quote) throw new Error(error.detail.message)
  const { data: job } = await client.GET('/jobs/{job_id}', { params: { path: { job_id: quote.job_id } } })
  // @ts-expect-error: a misspelt field
  const refused = await client.POST('/jobs', { body: { geometry, klic_type: 'ORIENT', sumbit: true } })
  console.log(job?.status, job?.quote.total.amount, refused.error?.detail.error_code)
}
void main()`,
  ],
  [
    '@hey-api/openapi-ts 0.99.0',
    ['@hey-api/openapi-ts/bin/run.js', '-i', DOCUMENT, '-o', 'client', '--no-log-file'],
    `import { createJob, getJob } from './client'
import { client } from './client/client.gen'
${HEAD}
client.setConfig(settings)
async function main() {
  const { data: quote, error } = await createJob({ body: { geometry, klic_type: 'ORIENT' } })
  if (!quote) throw new Error(error.detail.message)
  const { data: job } = await getJob({ path: { job_id: quote.job_id } })
  // @ts-expect-error: a misspelt field
  const refused = await createJob({ body: { geometry, klic_type: 'ORIENT', sumbit: true } })
  console.log(job?.status, job?.quote.total.amount, refused.error?.detail.error_code)
}
void main()`,
  ],
]

const COMPILED = ['--strict', '--module', 'commonjs', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable']

for (const [name, [generator, ...args], script] of CLIENTS)
  test(`${name} makes a typed client without warnings, and its calls are answered`, (t) => {
    if (whyNot !== '') return t.skip(whyNot)
    assert.doesNotMatch(run(join('node_modules', generator!), ...args), /warn|error/i)
    const file = `${generator!.split('/').at(-3)!.replace('@', '')}.ts`
    writeFileSync(join(folder, file), script)
    run('node_modules/typescript/bin/tsc', ...COMPILED, '--outDir', 'out', file)
    assert.equal(run(join('out', file.replace('.ts', '.js'))), 'quoted 39.95 VALIDATION_FAILED\n')
  })
