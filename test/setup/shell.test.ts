/** What the shell decides without Electron: which addresses go where, and where the data lies. */
import assert from 'node:assert/strict'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { isForTheSystem, isOurs } from '../../electron/links.ts'
import { dataFolder, serverCommand } from '../../electron/places.ts'
import { describeFailure, endText } from '../../electron/texts.ts'
import { defaultDataFolder } from '../../server/platform/processes/data-folder.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { AUTHORIZE_PATH } from '../../server/registry/client/login.ts'
import { NEXT_ACTION_REASONS } from '../../server/registry/klic.ts'
import { languageOf } from '../../server/texts/languages.ts'
import { translate } from '../../server/texts/texts.ts'

const base = 'http://127.0.0.1:4780'

test('ours is what has the origin of the running server', () => {
  assert.equal(isOurs(`${base}/jobs/1?tab=map#x`, base), true)
  const foreign = [
    'http://127.0.0.1:4781/',
    'https://127.0.0.1:4780/',
    'http://127.0.0.1:4780.example.org/',
    'http://127.0.0.1:4780@example.org/',
    'http://example.org/#http://127.0.0.1:4780',
    'blob:http://127.0.0.1:4780/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ]
  for (const address of foreign) assert.equal(isOurs(address, base), false, address)
  assert.equal(isOurs(`${base}/`, undefined), false)
})

test('the system opens listed places, plain telephone numbers and plain e-mail addresses', () => {
  const good = ['https://www.kadaster.nl/klic', 'https://www.pdok.nl/', 'tel:+31-88-1832000', 'mailto:klic@example.nl']
  // Where the button "Log in" leads, in either environment.
  for (const environment of ['eto', 'production'] as const) {
    good.push(new URL(`${AUTHORIZE_PATH}?state=x`, endpointsFor(environment).authorizationUrl).href)
  }
  assert.ok(good.includes(`https://authorization.kadaster.nl${AUTHORIZE_PATH}?state=x`))
  for (const address of good) assert.equal(isForTheSystem(address), true, address)
  const bad = [
    'http://www.kadaster.nl/',
    'https://www.kadaster.nl.example.org/',
    'https://www.kadaster.nl@example.org/',
    'https://someone:secret@www.kadaster.nl/',
    'https://www.kadaster.nl:8443/',
    // Near the login, which gets the password of a person.
    ...['http://authorization.kadaster.nl/', 'https://authorization.kadaster.nl:444/'],
    ...['https://authorization.kadaster.nl.evil/', 'https://authorization.kadaster.nl./'],
    ...['https://authorization.kadaster.nl@evil.example/', 'https://me@authorization.kadaster.nl/'],
    'https://authorization-kadaster.nl/',
    ...['https://evil.authorization.kadaster.nl/', 'https://other.kadaster.nl/', 'https://kadaster.nl/'],
    // With a letter of Cyrillic in it.
    ...['https://authorization.k\u0430daster.nl/', 'https://xn--kdaster-nmf.nl/'],
    'javascript:location="https://authorization.kadaster.nl/"',
    'https://example.org/',
    'file:///bin/sh',
    'smb://server/share',
    'tel:*21*0900#',
    'mailto:a@b.nl?attach=/etc/passwd',
    'vscode://x',
    'not an address',
  ]
  for (const address of bad) assert.equal(isForTheSystem(address), false, address)
})

const around = { env: {}, platform: 'linux' as const, home: path.resolve('me'), args: [] as string[] }

test('data lies where the system keeps it, unless the person says where', () => {
  assert.equal(dataFolder(around), path.join(around.home, '.local', 'share', 'klic-desktop'))
  assert.equal(dataFolder({ ...around, env: { XDG_DATA_HOME: 'x' } }), path.join('x', 'klic-desktop'))
  assert.match(dataFolder({ ...around, platform: 'darwin' }), /Application Support/)
  assert.equal(dataFolder({ ...around, env: { KLIC_DATA: 'there' } }), path.resolve('there'))
  const asked = { ...around, env: { KLIC_DATA: 'there' }, args: ['.', '--data', 'here'] }
  assert.equal(dataFolder(asked), path.resolve('here'))
})

test('without a wish, shell and server mean the same folder', () => {
  const here = { env: process.env, platform: process.platform, home: os.homedir(), args: [] }

  assert.equal(dataFolder(here), defaultDataFolder())
})

test('the server is started with its data folder, as a desktop, without variables that change what Node runs', () => {
  const env = { PATH: 'p', NODE_OPTIONS: '--require x', ELECTRON_RUN_AS_NODE: '1', KLIC_DATA: 'd' }

  const script = path.resolve('app', 'dist', 'server', 'start.js')
  const command = serverCommand('node', script, { ...around, env })

  assert.match(command.args[0]!, /^--max-semi-space-size=/)
  assert.deepEqual(command.args.slice(1), [script, '--data', path.resolve('d')])
  const { NODE_COMPILE_CACHE: compiled, ...told } = command.env
  assert.deepEqual(told, { PATH: 'p', KLIC_DATA: 'd' })
  assert.equal(path.dirname(compiled!), path.resolve('d', 'cache', 'compiled'))
  assert.equal(command.cwd, path.resolve('app'))
})

test('a message calls a result complete only where it is, for every reason', () => {
  const calling = NEXT_ACTION_REASONS.filter((reason) =>
    (['nl', 'en'] as const).some((language) =>
      /[Cc]omple|[Aa]lle netbeheerders|(?<!not )[Ee]very operator/.test(endText(translate(language), 'ready', reason)),
    ),
  )
  assert.deepEqual(calling.sort(), ['ready', 'ready_fictitious', 'ready_precautions'])
})

test('trouble is told in the language of the system, with the place of the log', () => {
  const trouble = {
    kind: 'did-not-start',
    ended: 'exit code 2',
    lastLine: 'no space',
    logFile: 'l/server.log',
  } as const

  assert.match(describeFailure(trouble, languageOf('nl-BE')), /kon niet starten[\s\S]*no space[\s\S]*l\/server\.log/)
  assert.match(describeFailure(trouble, languageOf('de')), /could not start[\s\S]*no space[\s\S]*l\/server\.log/)
})
