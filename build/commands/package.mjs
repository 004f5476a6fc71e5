// @ts-check
/**
 * Packages for this system: npm run package. Everything up to Electron's own part is made and checked on every machine:
 * bundles, contents, file list, sizes, the builder's configuration, and on Debian the server's package. What needs
 * Electron's downloads says so in one line where they can't be had.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { builderConfiguration, TARGETS } from '../package/builder.mjs'
import { filesIn } from '../package/contents.mjs'
import { makeDeb } from '../package/deb.mjs'
import { checkBudget, stage } from '../package/stage.mjs'
import { electronBinary } from '../setup/electron.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'
import { CannotPrepare, say } from '../setup/say.mjs'
import { which } from '../setup/system.mjs'

/** When the sources were last changed, so that a package made again is the same. */
const epoch = () => {
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }))
  } catch {
    return 0
  }
}

/** @param {import('app-builder-lib').Configuration} configuration */
const validate = async (configuration) => {
  const { validateConfiguration } = await import('app-builder-lib/out/util/config/config.js')
  const { DebugLogger } = await import('builder-util')
  await validateConfiguration(configuration, new DebugLogger(false))
}

export const run = async () => {
  const prepared = await preparePackages()
  await ready(prepared, ['gdal', 'grid', 'renderer', 'map', 'server', 'shell', 'electron'])
  const { platform } = process
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
  const { version } = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'))
  const output = inRoot('out')
  const staged = path.join(output, `klic-${platform}-${arch}`)

  const { list, mb } = stage(staged, { platform, arch, node: prepared.node })
  const shell = filesIn(inRoot('dist', 'electron'))
  mb.shell = shell.reduce((sum, name) => sum + fs.statSync(inRoot('dist', 'electron', name)).size / 1e6, 0)
  fs.writeFileSync(path.join(output, `files-${platform}-${arch}.txt`), list)
  checkBudget(mb)
  const total = Object.values(mb).reduce((sum, each) => sum + each, 0)
  say(
    `contents: ${list.trimEnd().split('\n').length} files, ${total.toFixed(1)} MB, within the budget (out/files-${platform}-${arch}.txt)`,
  )

  const binary = electronBinary()
  const updateUrl = process.env.KLIC_UPDATE_URL
  const configuration = builderConfiguration({
    staged,
    output,
    arch,
    updateUrl,
    electronDist: binary && path.dirname(binary),
  })
  await validate(configuration)
  say(`the builder's configuration is valid; updates: ${updateUrl ?? 'none, set KLIC_UPDATE_URL for a release'}`)

  if (platform === 'linux' && which('dpkg-deb')) {
    const file = makeDeb({ staged, output, version, arch, epoch: epoch() })
    say(`${path.relative(root, file)}: ${(fs.statSync(file).size / 1e6).toFixed(1)} MB`)
  }
  const targets = TARGETS[/** @type {keyof typeof TARGETS} */ (platform)]
  if (!targets) throw new CannotPrepare(`there are no packages for ${platform}`)
  if (!binary) {
    say(`not made here, because Electron could not be fetched: ${targets}`)
    return 0
  }
  const { build } = await import('electron-builder')
  await build({ config: configuration, publish: 'never' })
  return 0
}
