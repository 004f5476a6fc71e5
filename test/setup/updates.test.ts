/**
 * Updates: their logic on a stand-in, and the real electron-updater against a feed on the loopback, with a shell script as
 * the AppImage. Only Electron's own client is a double.
 */
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { publicHalf, signList } from '../../build/package/sign-updates.mjs'
import type { UpdateMemory } from '../../electron/memory.ts'
import { bringBack, keepBackup, keepInstaller, restoreBackup } from '../../electron/rollback.ts'
import {
  beginTrial,
  createUpdates,
  endTrial,
  type Installation,
  isToBeUndone,
  POSTPONED_MS,
  undone,
  whyNoUpdates,
} from '../../electron/updates.ts'
import { buildShell, placeFakeServer, ShellUnderTest } from '../support/shell-driver.ts'
import { until } from '../support/until.ts'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-update-'))
before(buildShell)
after(() => fs.rmSync(base, { recursive: true, force: true }))

const createWorld = (given: UpdateMemory = {}) => {
  const world = {
    memory: given,
    nowMs: Date.parse('2026-05-01T08:00:00Z'),
    found: '1.1.0' as string | null,
    listedAt: '2026-05-01T00:00:00.000Z' as string | null,
    failure: null as Error | null,
    acts: [] as string[],
  }
  const act = (name: string): void => {
    world.acts.push(name)
  }
  const updates = createUpdates({
    updater: {
      unavailable: () => null,
      look: async () => {
        if (world.failure) throw world.failure
        return { version: world.found, listedAt: world.listedAt }
      },
      download: async (onPercent) => {
        if (world.failure) throw world.failure
        onPercent(41.6)
        return 'installer'
      },
      install: () => act('install'),
    },
    version: '1.0.0',
    nowMs: () => world.nowMs,
    memory: () => world.memory,
    remember: (memory) => {
      world.memory = memory
    },
    channel: () => 'latest',
    finishWork: async () => act('work is finished'),
    keepBackup: async () => act('backup'),
    keepInstaller: async () => 'kept',
    onChange: () => {},
    log: () => {},
  })
  return { world, updates }
}

test('an installation that an update would double says why it has none', () => {
  const installed: Installation = {
    platform: 'win32',
    hasAddress: true,
    isPortable: false,
    hasUninstaller: true,
  }

  assert.equal(whyNoUpdates(installed), null)
  assert.equal(whyNoUpdates({ ...installed, hasUninstaller: false }), 'managed')
  assert.equal(whyNoUpdates({ ...installed, isPortable: true, hasUninstaller: false }), 'portable')
  assert.equal(whyNoUpdates({ ...installed, hasAddress: false }), 'no-address')
  assert.equal(whyNoUpdates({ ...installed, platform: 'linux', hasUninstaller: false }), null)
})

test('an update is offered, downloaded, and installed only after the work has ended and the data are kept', async () => {
  const { world, updates } = createWorld()

  assert.deepEqual(await updates.look(), { is: 'offered', version: '1.1.0' })
  assert.deepEqual(await updates.download(), { is: 'downloaded', version: '1.1.0' })
  await updates.install()

  assert.deepEqual(world.acts, ['work is finished', 'backup', 'install'])
  assert.deepEqual(world.memory.trial, { from: '1.0.0', to: '1.1.0', starts: 0 })
})

test('a postponed update is not offered for a week, unless a person asks', async () => {
  const { world, updates } = createWorld()
  await updates.look()

  assert.equal(updates.postpone().is, 'postponed')
  assert.equal((await updates.look()).is, 'postponed')
  assert.equal((await updates.look('asked')).is, 'offered')

  updates.postpone()
  world.nowMs += POSTPONED_MS + 1
  assert.equal((await updates.look()).is, 'offered')
})

test('a signed list of more than 60 days that names no newer version is said to be old', async () => {
  const { world, updates } = createWorld()
  world.found = null
  assert.deepEqual(await updates.look(), { is: 'idle', checkedAt: '2026-05-01T08:00:00.000Z' })
  world.listedAt = '2026-03-01T00:00:00.000Z'
  const old = { is: 'idle', checkedAt: '2026-05-01T08:00:00.000Z', oldSince: '2026-03-01T00:00:00.000Z' }
  assert.deepEqual(await updates.look(), old)
})

test('no failure is silent, and the next look starts afresh', async () => {
  const { world, updates } = createWorld()
  world.failure = new Error('the feed does not answer\nat stack')

  assert.deepEqual(await updates.look(), { is: 'failed', why: 'the feed does not answer' })
  world.failure = null
  await updates.look()
  world.failure = new Error('sha512 checksum mismatch')
  assert.deepEqual(await updates.download(), { is: 'failed', why: 'sha512 checksum mismatch' })
  world.failure = null
  assert.equal((await updates.look()).is, 'offered')
})

test('a version that starts is kept; one that does not is undone after two starts, and not offered again unasked', async () => {
  const trial = { from: '1.0.0', to: '1.1.0', starts: 0 }
  let memory: UpdateMemory = {
    trial,
    next: { version: '1.1.0', file: 'b' },
    installer: { version: '1.0.0', file: 'a' },
  }
  const remember = (next: UpdateMemory) => {
    memory = next
  }

  assert.deepEqual(beginTrial('1.1.0', memory, remember), { is: 'on-trial', from: '1.0.0', to: '1.1.0' })
  assert.equal(isToBeUndone(memory), false)
  beginTrial('1.1.0', memory, remember)
  assert.equal(isToBeUndone(memory), true)

  const good = { ...memory }
  endTrial(good, remember)
  assert.deepEqual(memory, { installer: { version: '1.1.0', file: 'b' } })

  const { updates } = createWorld(undone(good))
  assert.deepEqual(updates.state(), { is: 'rolled-back', version: '1.1.0' })
  assert.equal((await updates.look()).is, 'rolled-back')
  assert.equal((await updates.look('asked')).is, 'offered')
})

test('an installer that did not do its work leaves no trial behind', () => {
  let memory: UpdateMemory = { trial: { from: '1.0.0', to: '1.1.0', starts: 0 } }

  const now = beginTrial('1.0.0', memory, (next) => {
    memory = next
  })

  assert.deepEqual(now, { is: 'not-installed', to: '1.1.0' })
  assert.deepEqual(memory, {})
})

test('the databases come back as they were, journals included, and without a backup nothing is touched', async () => {
  const data = fs.mkdtempSync(path.join(base, 'gegevens '))
  const put = (name: string, text: string) => fs.writeFileSync(path.join(data, name), text)
  put('app.db', 'old')
  await restoreBackup(data)
  put('queue.db', 'old')
  await keepBackup(data)
  put('app.db', 'migrated')
  put('app.db-wal', 'of the new one')

  await restoreBackup(data)

  assert.equal(fs.readFileSync(path.join(data, 'app.db'), 'utf8'), 'old')
  assert.equal(fs.existsSync(path.join(data, 'app.db-wal')), false)
})

test('two installers are kept, and the former program comes back and starts', {
  skip: process.platform !== 'linux',
}, async () => {
  const data = fs.mkdtempSync(path.join(base, 'gegevens '))
  const proof = path.join(data, 'started')
  const program = path.join(data, 'KLIC.AppImage')
  fs.writeFileSync(program, `#!/bin/sh\necho former > "${proof}"\n`)
  await keepInstaller(data, program, '0.9.0', [])
  const kept = await keepInstaller(data, program, '1.0.0', [])
  await keepInstaller(data, program, '1.1.0', ['1.0.0'])
  fs.writeFileSync(program, 'the new one, which does not start')

  assert.equal(await bringBack(kept, { platform: 'linux', appImage: program }), true)

  await until(() => fs.existsSync(proof))
  assert.deepEqual(fs.readdirSync(path.join(data, 'updates')).sort(), ['1.0.0', '1.1.0'])
  assert.equal(await bringBack(undefined, { platform: 'win32', appImage: undefined }), false)
})

/** The releaser's key; the application carries the public half. */
const { privateKey: makers } = generateKeyPairSync('ed25519')

/** A feed as electron-builder writes it, with the signature of its list. */
const serveFeed = async (version: string, file: Buffer, sha512: string, signature: (list: string) => string | null) => {
  const yml = `version: ${version}\nfiles:\n  - url: new.AppImage\n    sha512: ${sha512}\n    size: ${file.length}\npath: new.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-05-01T00:00:00.000Z'\n`
  const feed = http.createServer((request, response) => {
    const name = path.basename(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (name === 'latest-linux.yml') return response.end(yml)
    const signed = signature(yml)
    if (name === 'latest-linux.yml.sig' && signed !== null) return response.end(signed)
    if (name === 'new.AppImage') return response.end(file)
    return response.writeHead(404).end()
  })
  feed.listen(0, '127.0.0.1')
  await until(() => feed.listening)
  return { url: `http://127.0.0.1:${(feed.address() as { port: number }).port}/`, close: () => feed.close() }
}

const signedByMakers = (list: string) => signList('latest-linux.yml', list, makers)
const isAppImageHere = process.platform === 'linux' && process.arch === 'x64'

/** A package in a folder of its own, whose updates lie on a feed of one program. */
const packageWithFeed = async (options: { announced?: string; signature?: (list: string) => string | null } = {}) => {
  const folder = fs.mkdtempSync(path.join(base, 'pakket '))
  const proof = path.join(folder, 'new-started')
  const program = Buffer.from(`#!/bin/sh\necho new > "${proof}"\n`)
  const sha512 = createHash('sha512')
    .update(options.announced ?? program)
    .digest('base64')
  const feed = await serveFeed('9.9.9', program, sha512, options.signature ?? signedByMakers)
  const klic = path.join(folder, 'klic')
  fs.mkdirSync(path.join(klic, 'node'), { recursive: true })
  fs.symlinkSync(process.execPath, path.join(klic, 'node', 'node'))
  placeFakeServer(klic, path.join(folder, 'diary'), 'good')
  const application = path.join(folder, 'app')
  fs.mkdirSync(application)
  const updates = { url: feed.url, key: publicHalf(makers) }
  fs.writeFileSync(path.join(application, 'package.json'), JSON.stringify({ updates }))
  // Beside the asar, so anybody's who may write there: the address in it must count for nothing.
  fs.writeFileSync(
    path.join(folder, 'app-update.yml'),
    'provider: generic\nurl: http://127.0.0.1:9/\nupdaterCacheDirName: klic\n',
  )
  const appImage = path.join(folder, 'KLIC.AppImage')
  fs.writeFileSync(appImage, 'old')
  const shell = new ShellUnderTest(['--port', '0', '--data', path.join(folder, 'data')], {
    DOUBLE_APP: application,
    DOUBLE_PACKAGED: folder,
    DOUBLE_VERSION: '1.0.0',
    APPIMAGE: appImage,
    XDG_CACHE_HOME: path.join(folder, 'cache'),
  })
  await shell.saw('load')
  /** What the look at the start came to. */
  const looked = async () => {
    let state = { is: 'checking', why: '' }
    await until(async () => {
      state = (await shell.call('klic:update-check')).value as typeof state
      return ['offered', 'failed'].includes(state.is)
    })
    return state
  }
  const close = async () => {
    await shell.quit()
    feed.close()
  }
  return { folder, proof, program, appImage, shell, looked, close }
}

test('a package takes an update from a signed feed, and the new program replaces the old one', {
  skip: !isAppImageHere,
}, async () => {
  const { folder, proof, program, appImage, shell, looked, close } = await packageWithFeed()
  try {
    assert.equal((await looked()).is, 'offered')
    const { value } = await shell.call('klic:update-download')
    assert.deepEqual(value, { is: 'downloaded', version: '9.9.9' })
    shell.tell({ do: 'call', channel: 'klic:update-install', url: `${await shell.origin()}/` })
    assert.equal(await shell.ended(), 0)
    await until(() => fs.existsSync(proof))
    assert.equal(fs.readFileSync(appImage, 'utf8'), String(program))
    const heard = fs.readFileSync(path.join(folder, 'diary'), 'utf8')
    assert.match(heard, /heard finish/)
    const { update } = JSON.parse(fs.readFileSync(path.join(folder, 'data', 'shell.json'), 'utf8'))
    assert.deepEqual(update.trial, { from: '1.0.0', to: '9.9.9', starts: 0 })
    assert.equal(fs.readFileSync(update.installer.file, 'utf8'), 'old')
  } finally {
    await close()
  }
})

test('an update whose bytes are not those that were announced is refused and told', {
  skip: !isAppImageHere,
}, async () => {
  const { appImage, shell, looked, close } = await packageWithFeed({ announced: 'something else' })
  try {
    assert.equal((await looked()).is, 'offered')
    const { value } = await shell.call('klic:update-download')
    assert.equal((value as { is: string }).is, 'failed')
    assert.match((value as { why: string }).why, /checksum/)
    assert.equal(fs.readFileSync(appImage, 'utf8'), 'old')
  } finally {
    await close()
  }
})

const strangers = generateKeyPairSync('ed25519').privateKey
for (const [whose, signature] of [
  ['nobody', () => null],
  ['somebody else', (list: string) => signList('latest-linux.yml', list, strangers)],
  ['the makers, as the list of another channel', (list: string) => signList('beta-linux.yml', list, makers)],
] as const) {
  test(`an update whose list is signed by ${whose} is not offered`, { skip: !isAppImageHere }, async () => {
    const { appImage, looked, close } = await packageWithFeed({ signature })
    try {
      const { is, why } = await looked()
      assert.equal(is, 'failed')
      assert.match(why, /not signed by the makers/)
      assert.equal(fs.readFileSync(appImage, 'utf8'), 'old')
    } finally {
      await close()
    }
  })
}
