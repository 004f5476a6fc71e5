/** The commands of klic on the pages of docs: they exist, with their options, and those that stand there to be copied work. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { blocksOf, docsPage } from '../support/docs-pages.ts'
import { makeStore } from '../support/make-store.ts'
import { RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'klic-docs-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const PAGES = readdirSync(new URL('../../docs/', import.meta.url))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length))

/** A shell in which `klic`, and what starts it from the source, is the program under test. */
const inShell = (command: string, env: NodeJS.ProcessEnv = {}) => {
  const klic = `klic() { "$NODE" "$KLIC" "$@"; }\nnpm() { while [ "$1" != -- ]; do shift; done; shift; klic "$@"; }`
  return run('sh', ['-ec', `${klic}\n${command}`], {
    cwd: folder,
    env: { PATH: process.env.PATH, TZ: 'UTC', NODE: process.execPath, KLIC: serverEntry('klic'), ...env },
  })
}

/** Each use of klic on a page: in blocks to copy and in words. */
const usesOn = (page: string): string[] =>
  [...page.matchAll(/(?:klic(?: --)? |`klic )((?:[a-z]+)(?: [^`\n#|]*)?)/g)].map(([, use]) => use!)

test('every command and option of klic on the pages is one that it has', async () => {
  const { stdout: overview } = await inShell('klic --help')
  const known = [...overview.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!)
  const helps = new Map<string, string>()
  let seen = 0
  for (const name of PAGES) {
    for (const use of usesOn(docsPage(name)).filter((each) => known.includes(each.split(' ')[0]!))) {
      const [command, ...words] = use.split(/\s+/) as [string, ...string[]]
      if (!helps.has(command)) helps.set(command, (await inShell(`klic ${command} --help`)).stdout)
      const options = words.flatMap((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1] ?? [])
      for (const option of options)
        assert.ok(option === '--help' || helps.get(command)!.includes(option), `${name}.md: ${use}`)
      seen++
    }
  }
  assert.deepEqual([...helps.keys()].sort(), known.sort(), 'each command stands on a page')
  assert.ok(seen > known.length)
  const listed = [...docsPage('command-line').matchAll(/^\| `klic ([a-z]+)/gm)].map(([, name]) => name)
  assert.deepEqual([...new Set(listed)].sort(), known.sort(), 'docs/command-line.md lists each')
})

test('what stands in docs/command-line.md to be copied makes what it says', async () => {
  const ring = [
    [155_000, 463_000],
    [155_200, 463_000],
    [155_200, 463_150],
    [155_000, 463_000],
  ]
  writeFileSync(join(folder, 'area.geojson'), JSON.stringify({ type: 'Polygon', coordinates: [ring] }))
  copyFileSync(
    await simulatedDelivery(folder, '99O0000001', [154_800, 387_900, 154_900, 388_000]),
    join(folder, 'delivery.zip'),
  )
  const [lines, installing] = blocksOf(docsPage('command-line'), 'sh') as [string, string]
  for (const line of [...lines.trim().split('\n'), installing.trim().split('\n').at(-1)!]) {
    rmSync(join(folder, 'result.gpkg'), { force: true })
    const { stdout } = await inShell(line)
    assert.ok(Object.keys(JSON.parse(stdout)).length > 0, line)
    assert.equal(existsSync(join(folder, 'result.gpkg')), line.includes('result.gpkg'), line)
  }
  const axis = [
    [154_810, 387_920],
    [154_890, 387_999],
  ]
  writeFileSync(join(folder, 'axis.geojson'), JSON.stringify({ type: 'LineString', coordinates: axis }))
  const [plan] = blocksOf(docsPage('trench-plan'), 'sh') as [string]
  assert.ok(JSON.parse((await inShell(plan)).stdout).rows.length > 0)
})

test('the first job of docs/api.md is made by hand', async (t) => {
  const server = new RealServer(['--registry', 'simulator', '--time-factor', '2000'])
  await server.open()
  t.after(() => server.close())
  const [block] = blocksOf(docsPage('api'), 'sh') as [string]
  const [serve, makeKey, ...call] = block.split('\n')
  // It runs already, on another port and data.
  assert.match(serve!, /klic -- serve &/)
  const { secret } = JSON.parse((await inShell(makeKey!, { KLIC_DATA: server.dataDir })).stdout)
  const script = call.join('\n').replace('http://127.0.0.1:4780', server.ready.base_url).replace('klic_…', secret)
  const job = JSON.parse((await inShell(script)).stdout)
  assert.equal(job.reference, 'Bermsloot')
  assert.notEqual(job.status, 'quoted')
})

test('the simulator by itself answers the call of docs/simulator.md', async (t) => {
  const simulator = spawn(process.execPath, [serverEntry('simulate'), '--data', join(folder, 'DIR')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(simulator, 'exit')
  t.after(async () => {
    simulator.kill()
    await exit
  })
  const [line] = (await once(createInterface({ input: simulator.stdout }), 'line')) as [string]
  const { url } = (JSON.parse(line) as { ready: { url: string } }).ready
  const [call] = blocksOf(docsPage('simulator'), 'sh') as [string]
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const ledger = JSON.parse((await inShell(call.replace('PORT', new URL(url).port), { PATH: path })).stdout)
  assert.equal(typeof ledger, 'object')
})

/** What the lines that stand on the pages to be copied begin with, and what runs them. */
const RUN_BY: readonly [RegExp, string][] = [
  [/^(?:npm run --silent )?klic /, 'above; as -u klic-desktop: test/cli/office-guide.test.ts'],
  [/^sudo -u klic-desktop klic /, 'test/cli/office-guide.test.ts'],
  [/^DATABASE_URL=/, 'above'],
  [/^curl /, 'above'],
  [/^npm run package -- npm|^npm install -g/, 'test/setup/npm-package.test.ts'],
  [/^npm (?:start|test) /, 'the set-up of every run'],
  [/^podman run/, 'test/setup/container.test.ts'],
  [/^(?:for port in|sudo systemctl restart)/, 'test/postgres/rolling-restart.test.ts'],
  [/^sudo apt install/, 'test/setup/packed.test.ts, by dpkg'],
  [/^sudo systemctl enable/, 'test/setup/packed.test.ts reads the units; no test has a systemd'],
  [/^sudo -u postgres create/, 'PostgreSQL itself: test/support/postgres-cluster.ts makes both by SQL'],
  [/^openssl rand -hex 32/, 'openssl itself'],
  [/^(?:set -eu|until call)/, 'test/api/calls.test.ts'],
]

test('what runs each line that stands on a page to be copied is known', () => {
  for (const name of PAGES) {
    for (const block of blocksOf(docsPage(name), 'sh')) {
      const lines = block.startsWith('set -eu')
        ? ['set -eu']
        : block.split('\n').filter((line) => /^[a-zA-Z]/.test(line))
      for (const line of lines.filter((each) => each !== 'done'))
        assert.ok(
          RUN_BY.some(([begins]) => begins.test(line)),
          `${name}.md: ${line}`,
        )
    }
  }
})

test('docs/move-to-office.md moves a desktop', async () => {
  const [from, to] = [join(folder, 'desktop'), join(folder, 'office')]
  await makeStore(from)
  const [block] = blocksOf(docsPage('move-to-office'), 'sh') as [string]
  const [backup, restore] = block.trim().split('\n') as [string, string]
  await inShell(backup, { KLIC_DATA: from })
  // The database and bucket of an office: test/postgres/backup.test.ts and test/faults/backup.test.ts.
  const [, command] = /(klic restore .*)$/.exec(restore)!
  await inShell(command!.replace('/var/lib/klic-desktop', to))
  assert.ok(existsSync(join(to, 'app.db')))
})
