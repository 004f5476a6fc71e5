/**
 * What is delivered, from where it is delivered to: the package's contents and the Debian package of the server, unpacked
 * into a path with spaces and accents, read-only, on data of an older version, on a full disk, with a clock that jumps.
 * The full disk is a tmpfs of a few megabytes where the tests may mount one (as root); elsewhere that test is skipped and
 * says so. The clock jumps inside the process, by a module that is loaded before the server's first line.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { builderConfiguration } from '../../build/package/builder.mjs'
import { packageContents } from '../../build/package/contents.mjs'
import { makeDeb } from '../../build/package/deb.mjs'
import { checkBudget, fileList, sizes, stage } from '../../build/package/stage.mjs'
import { which } from '../../build/setup/system.mjs'
import { serverCommand } from '../../electron/places.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { docsPage } from '../support/docs-pages.ts'
import { unpackOlder } from '../support/older-data.ts'
import { buildServer, root } from '../support/shell-driver.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { until } from '../support/until.ts'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-packed-'))
const target = { platform: process.platform, arch: process.arch, node: process.execPath }
const staged = path.join(base, 'Programma’s van André', 'KLIC Desktop', 'klic')
const noDeb = process.platform === 'linux' && which('dpkg-deb') ? false : 'dpkg-deb is not here'
/** Nothing of it reaches this system: what is written lies in memory, and goes with the mounts. */
const IN_A_COPY = `
  copy=/mnt
  mount -t tmpfs tmpfs $copy
  mkdir $copy/upper $copy/work $copy/all
  mount -t overlay overlay -o lowerdir=/,upperdir=$copy/upper,workdir=$copy/work $copy/all
  for each in proc dev; do mount --rbind /$each $copy/all/$each; done
  cp "$1" $copy/all/srv/server.deb
  chroot $copy/all sh -ec '
    dpkg --install /srv/server.deb >&2
    runuser -u klic-desktop -- klic serve --port 0 --data /var/lib/klic-desktop > /run/ready &
    until url=$(grep -o "http://127.0.0.1:[0-9]*" /run/ready | head -n 1) && [ -n "$url" ]; do sleep 0.2; done
    until curl -fsS "$url/health/ready" > /dev/null 2>&1; do sleep 0.2; done
    curl -s -o /dev/null -w "%{http_code}\\n" "$url/health/ready"
    pkill -TERM -u klic-desktop
    wait
    dpkg --remove klic-desktop-server >&2
    [ ! -e /usr/lib/klic-desktop-server ] && [ ! -e /usr/bin/klic ] && echo removed
    [ -e /etc/klic-desktop/klic.env ] && echo configuration stays
    dpkg --purge klic-desktop-server >&2
    [ ! -e /etc/klic-desktop/klic.env ] && [ -e /var/lib/klic-desktop ] && echo purged
  '`
/** Only root may mount, and an overlay over all of a system is not had in every container. */
const noCopy =
  noDeb ||
  (process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'sh', '-ec', IN_A_COPY.split('cp "$1"')[0]!], { stdio: 'ignore' }).status === 0
    ? false
    : 'this system can not be copied by an overlay (only root may)')
const children: ChildProcess[] = []

before(() => {
  if (!fs.existsSync(path.join(root, 'dist', 'renderer', 'licences.txt'))) {
    execFileSync(process.execPath, [path.join(root, 'build', 'bundle.mjs'), 'renderer'])
  }
  if (!fs.existsSync(path.join(root, 'dist', 'map', 'sprite.png'))) {
    execFileSync(process.execPath, [path.join(root, 'build', 'bundle.mjs'), 'map'])
  }
  buildServer()
  stage(staged, target)
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const exit = once(child, 'exit')
    child.stdin?.end()
    await exit
  }
})
after(() => {
  execFileSync('chmod', ['-R', 'u+w', base])
  fs.rmSync(base, { recursive: true, force: true, maxRetries: 10 })
})

interface StartedPackage {
  child: ChildProcess
  baseUrl: string
  token: string
  words: () => string
}

/** Starts the delivered server on the delivered Node. */
const startServer = async (home: string, data: string, nodeArgs: string[] = []): Promise<StartedPackage> => {
  const args = [...nodeArgs, path.join(home, 'dist', 'server', 'start.js'), '--data', data, '--port', '0']
  const child = spawn(path.join(home, 'node', 'node'), args, {
    env: { PATH: '/usr/bin:/bin', HOME: base, KLIC_PARENT: 'pipe' },
    cwd: base,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.push(child)
  let out = ''
  let words = ''
  child.stdout.on('data', (bytes) => {
    out += bytes
  })
  child.stderr.on('data', (bytes) => {
    words += bytes
  })
  const line = () => out.split('\n').find((each) => each.startsWith('{"ready":'))
  await until(() => line() !== undefined || child.exitCode !== null)
  const found = line()
  if (!found) throw new Error(`the server ended before it was ready: ${words}`)
  const { ready } = JSON.parse(found)
  return { child, baseUrl: ready.base_url, token: ready.window_token, words: () => words }
}

const corner = [154800, 387900]
const AREA = { type: 'Polygon', coordinates: [[corner, [155100, 387900], [155100, 388150], corner]] }

/** Signs in and calls as the window does. */
const signIn = async ({ baseUrl, token }: StartedPackage) => {
  const api = `${baseUrl}/dashboard/api`
  const json = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${api}/session`, { method: 'POST', headers: json, body: JSON.stringify({ token }) })
  assert.equal(answer.status, 201)
  const { csrf_token: csrf } = (await answer.json()) as { csrf_token: string }
  const headers = { ...json, Cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!, 'X-CSRF-Token': csrf }
  return {
    get: (place: string) => fetch(api + place, { headers }),
    post: (place: string, body: unknown) => fetch(api + place, { method: 'POST', headers, body: JSON.stringify(body) }),
  }
}

test('the same sources give the same list of files, within the size budget and without what nobody runs', () => {
  const contents = packageContents(target)

  assert.equal(fileList(contents), fileList(packageContents(target)))
  checkBudget(sizes(contents))
  const names = contents.map(([to]) => to)
  for (const needed of [
    'dist/server/start.js',
    // What the shell starts for a KLIC ZIP that was opened.
    'dist/server/klic.js',
    'node/node',
    'dist/renderer/index.html',
    'dist/renderer/licences.txt',
    'dist/map/sprite.png',
    'qgis/klic_desktop/plugin.py',
  ]) {
    assert.ok(names.includes(needed), needed)
  }
  assert.deepEqual(
    names.filter((name) => /(?:^|\/)test\/|\.map$|electron\/|typescript\/|playwright/.test(name)),
    [],
  )
  assert.throws(() => checkBudget({ server: 1000 }), /server has 1000\.0 MB/)
})

test('every delivered package has a licence, and the text names it', () => {
  const text = fs.readFileSync(path.join(staged, 'dist', 'renderer', 'licences.txt'), 'utf8')

  for (const name of ['better-sqlite3', 'express', 'maplibre-gl', 'react', 'electron-updater', 'gdal-async']) {
    assert.match(text, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: \\S`, 'm'))
  }
  assert.match(text, /CC BY 4\.0/)
})

test("the builder's configuration fits its schema, with every target and closed fuses", async () => {
  const { validateConfiguration } = await import('app-builder-lib/out/util/config/config.js')
  const { DebugLogger } = await import('builder-util')
  const configuration = builderConfiguration({
    staged,
    output: base,
    version: '1.0.0-rc.1',
    arch: 'arm64',
    release: { url: 'https://updates.example/', publicKey: 'abc', publisher: 'KLIC Desktop BV' },
  })

  await validateConfiguration(configuration, new DebugLogger(false))

  const names = (targets: unknown) =>
    (targets as (string | { target: string })[]).map((each) => (typeof each === 'string' ? each : each.target))
  assert.deepEqual(names(configuration.win?.target), ['nsis', 'msi', 'portable'])
  assert.deepEqual(names(configuration.mac?.target), ['dmg', 'zip'])
  assert.deepEqual(names(configuration.linux?.target), ['AppImage', 'deb'])
  // What is staged has the Node and the GDAL of one processor.
  for (const { arch } of (configuration.mac?.target ?? []) as { arch: string[] }[]) assert.deepEqual(arch, ['arm64'])
  assert.equal(configuration.nsis?.perMachine, false)
  assert.equal(configuration.mac?.hardenedRuntime, true)
  assert.equal(configuration.electronFuses?.runAsNode, false)
  assert.deepEqual(configuration.publish, [{ provider: 'generic', url: 'https://updates.example/', channel: 'beta' }])
  assert.deepEqual(configuration.extraMetadata, { updates: { url: 'https://updates.example/', key: 'abc' } })
  assert.equal(configuration.forceCodeSigning, true)
  assert.equal(configuration.win?.signtoolOptions?.publisherName, 'KLIC Desktop BV')
  assert.equal(builderConfiguration({ staged, output: base, version: '1.0.0', arch: 'x64' }).publish, null)
  const wrong = { ...configuration, nsis: { nonsense: true } } as unknown as typeof configuration
  await assert.rejects(validateConfiguration(wrong, new DebugLogger(false)), /configuration\.nsis/)
})

test('the MSI offers the program in "Open with", and takes no kind of file over', async () => {
  const configuration = builderConfiguration({ staged, output: base, version: '1.0.0', arch: 'x64' })
  // The target alone comes too early: its packagers inherit from what the index loads.
  await import('app-builder-lib')
  const { default: module } = await import('app-builder-lib/out/targets/MsiTarget.js')
  const program = path.join(base, 'program')
  fs.mkdirSync(program)
  for (const name of ['KLIC Desktop.exe', 'LICENSE.txt']) fs.writeFileSync(path.join(program, name), '')
  const packager = {
    config: configuration,
    platformSpecificBuildOptions: configuration.win,
    fileAssociations: [configuration.fileAssociations ?? [], configuration.win?.fileAssociations ?? []].flat(),
    getIconPath: async () => null,
    appInfo: {
      id: configuration.appId,
      companyName: 'KLIC Desktop',
      description: 'KLIC',
      productName: configuration.productName,
      productFilename: configuration.productName,
      sanitizedProductName: configuration.productName,
      getVersionInWeirdWindowsForm: () => '0.1.0.0',
    },
  }
  const target: object = Reflect.construct(Reflect.get(module, 'default'), [packager, base])
  const common = {
    isPerMachine: true,
    isAssisted: true,
    isCreateStartMenuShortcut: true,
    menuCategory: null,
    shortcutName: 'KLIC',
  }
  const project = path.join(base, 'project.wxs')
  fs.writeFileSync(project, await Reflect.get(target, 'writeManifest').call(target, program, 1, common))

  await (configuration.msiProjectCreated as (file: string) => Promise<void>)(project)

  const written = fs.readFileSync(project, 'utf8')
  const component = written
    .split('<Component')
    .find((part) => part.includes('Id="mainExecutable"'))
    ?.split('</Component>')[0]
  assert.ok(component, written)
  const keys = [...component.matchAll(/Key="Software\\Classes\\([^"]+)"/g)].map(([, key]) => key)
  assert.deepEqual(keys, [
    'KlicDesktop.File',
    'KlicDesktop.File\\shell\\open\\command',
    ...['.zip', '.geojson', '.gpkg', '.dxf'].map((extension) => `${extension}\\OpenWithProgids`),
  ])
  assert.doesNotMatch(written, /<ProgId|<Extension/)
})

describe('the delivered server', () => {
  test('merges a delivery by its command line, as scripts do', async () => {
    const opened = path.join(base, 'geopend')
    fs.mkdirSync(opened)
    const zip = await simulatedDelivery(opened, '26O0099001', [155000, 463000, 155400, 463400])
    const around = { env: process.env, platform: process.platform, home: opened, args: ['--data', opened] }
    const server = serverCommand(
      path.join(staged, 'node', 'node'),
      path.join(staged, 'dist', 'server', 'start.js'),
      around,
    )
    const out = path.join(opened, 'geopend.gpkg')
    const klic = path.join(staged, 'dist', 'server', 'klic.js')

    execFileSync(server.command, [klic, 'merge', '--format', 'gpkg', '--out', out, zip], { env: server.env })

    const result = openResult(out)
    assert.ok(result.count('kabel_of_leiding') > 0)
    result.close()
  })

  test('works from a read-only folder with spaces and accents, with its window and its licences', async () => {
    execFileSync('chmod', ['-R', 'a-w', staged])
    const server = await startServer(staged, path.join(base, 'gegevens één'))

    const window = await signIn(server)
    const quote = await window.post('/jobs', { klic_type: 'ORIENT', geometry: AREA })

    assert.ok(quote.status < 300, await quote.text())
    assert.match(await (await fetch(`${server.baseUrl}/`)).text(), /<script[^>]*src=/)
    assert.match(await (await fetch(`${server.baseUrl}/licences.txt`)).text(), /KLIC Desktop: Apache-2\.0/)
  })

  test('takes over the data of an older version', async () => {
    const data = path.join(base, 'oude gegevens')
    await unpackOlder('data.zip', data)
    const old = new Database(path.join(data, 'app.db'))
    old.exec("update company set name = 'Oud BV'")
    old.close()

    const server = await startServer(staged, data)

    const { company } = (await (await (await signIn(server)).get('/session')).json()) as { company: string }
    assert.equal(company, 'Oud BV')
  })

  test('goes on when the clock jumps ahead and back', async () => {
    const jump = path.join(base, 'jump.mjs')
    const offset = path.join(base, 'offset')
    fs.writeFileSync(offset, '0')
    fs.writeFileSync(
      jump,
      `import fs from 'node:fs'
       const now = Date.now
       Date.now = () => now() + Number(fs.readFileSync(${JSON.stringify(offset)}, 'utf8') || 0)`,
    )
    const server = await startServer(staged, path.join(base, 'klok'), ['--import', jump])
    const window = await signIn(server)
    const submitted = await window.post('/jobs', {
      klic_type: 'ORIENT',
      reference: 'Klok',
      submit: true,
      geometry: AREA,
    })
    const { job_id: job } = (await submitted.json()) as { job_id: string }

    fs.writeFileSync(offset, String(2 * 3_600_000))
    assert.equal((await window.get(`/jobs/${job}`)).status, 200)
    fs.writeFileSync(offset, String(-2 * 3_600_000))

    assert.equal((await window.get(`/jobs/${job}`)).status, 200)
    const again = await window.post('/jobs', { klic_type: 'ORIENT', reference: 'Terug', geometry: AREA })
    assert.ok(again.status < 300, await again.text())
  })

  const mayMount = process.platform === 'linux' && process.getuid?.() === 0
  test('says what is wrong on a full disk, and goes on when there is room', {
    skip: mayMount ? false : 'only root may mount a small disk',
  }, async (t) => {
    const disk = path.join(base, 'volle schijf')
    fs.mkdirSync(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk], { stdio: 'ignore' })
    } catch {
      t.skip('this machine lets nobody mount')
      return
    }
    try {
      const server = await startServer(staged, path.join(disk, 'data'))
      const window = await signIn(server)
      const filler = path.join(disk, 'filler')
      execFileSync('sh', ['-c', 'cat /dev/zero > "$1" 2>/dev/null || true', 'sh', filler])
      let refused: Response | undefined
      for (let round = 0; round < 50 && !refused; round++) {
        const answer = await window.post('/jobs', { klic_type: 'ORIENT', reference: `Vol ${round}`, geometry: AREA })
        if (answer.status >= 400) refused = answer
      }
      assert.ok(refused && refused.status >= 500, 'a full disk refuses in the end')
      assert.equal((await fetch(`${server.baseUrl}/health/live`)).status, 200)

      fs.rmSync(filler)

      const answer = await window.post('/jobs', { klic_type: 'ORIENT', reference: 'Weer ruimte', geometry: AREA })
      assert.ok(answer.status < 300, await answer.text())
    } finally {
      for (const child of children.splice(0)) {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      execFileSync('umount', ['-l', disk])
    }
  })
})

describe('the Debian package of the server', { skip: noDeb }, () => {
  test('unpacks into a system, starts from there under its unit, and its command answers', async () => {
    const from = {
      staged,
      output: base,
      version: '0.0.1-rc.1',
      arch: process.arch === 'arm64' ? 'arm64' : 'x64',
      epoch: 1_700_000_000,
      compression: 'none',
    } as const
    const file = makeDeb(from)
    const system = path.join(base, 'stelsel')

    execFileSync('dpkg-deb', ['-x', file, system])

    const fields = execFileSync('dpkg-deb', ['-f', file, 'Package', 'Version', 'Depends'], { encoding: 'utf8' })
    assert.match(fields, /Package: klic-desktop-server\nVersion: 0\.0\.1~rc\.1\nDepends: libc6/)
    const unit = fs.readFileSync(path.join(system, 'usr/lib/systemd/user/klic-desktop-server.service'), 'utf8')
    const [, node = '', script = ''] = /^ExecStart=(\S+) (?:--\S+ )*(\S+) /m.exec(unit) ?? []
    assert.ok(fs.existsSync(path.join(system, node)) && fs.existsSync(path.join(system, script)))
    const home = path.join(system, 'usr/lib/klic-desktop-server')
    const server = await startServer(home, path.join(base, 'deb data'))
    // Ready means that the worker has shown itself as well.
    await until(async () => (await fetch(`${server.baseUrl}/health/ready`)).status === 200)
  })

  test('dpkg installs it into a copy of this system; it serves as its own user; purged, it leaves only its data', {
    skip: noCopy,
  }, () => {
    const deb = path.join(base, fs.readdirSync(base).find((name) => name.endsWith('.deb'))!)
    const said = execFileSync('unshare', ['--mount', '--propagation', 'private', 'sh', '-ec', IN_A_COPY, 'sh', deb], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    assert.deepEqual(said.trim().split('\n').slice(-4), ['200', 'removed', 'configuration stays', 'purged'])
  })

  test('brings the units of an office, a configuration that an update leaves alone, and a user of its own', async () => {
    const system = path.join(base, 'stelsel')
    const units = ['klic-api@.service', 'klic-worker@.service']
    for (const unit of units) {
      const text = fs.readFileSync(path.join(system, 'usr/lib/systemd/system', unit), 'utf8')
      const paths = [...text.matchAll(/\/usr\/lib\/klic-desktop-server\/\S+/g)].map(([place]) => place)
      assert.equal(paths.length, 2)
      for (const place of paths) assert.ok(fs.existsSync(path.join(system, place)), place)
      for (const line of ['User=klic-desktop', 'EnvironmentFile=/etc/klic-desktop/klic.env', 'NoNewPrivileges=true']) {
        assert.ok(text.includes(line), `${unit}: ${line}`)
      }
    }
    const deb = fs.readdirSync(base).find((name) => name.endsWith('.deb'))!
    const script = execFileSync('dpkg-deb', ['-I', path.join(base, deb), 'postinst'], { encoding: 'utf8' })
    assert.match(script, /useradd --system/)
    const kept = execFileSync('dpkg-deb', ['-I', path.join(base, deb), 'conffiles'], { encoding: 'utf8' })
    assert.equal(kept.trim(), '/etc/klic-desktop/klic.env')
    const names = fs.readFileSync(path.join(system, 'etc/klic-desktop/klic.env'), 'utf8').matchAll(/^#?([A-Z_]+)=/gm)
    const guide = docsPage('configuration') + docsPage('two-machines')
    for (const [, name] of names) {
      // What S3's own client reads stands in the steps.
      assert.ok(guide.includes(name!.startsWith('AWS_') ? `   ${name}=` : `| \`${name}\` |`), name)
    }
  })
})
