// @ts-check
/**
 * Packages for this system: npm run package. Everything up to Electron's own part is made and checked on every machine:
 * bundles, contents, file list, sizes, the builder's configuration, and on Debian the server's package. What needs
 * Electron's downloads says so in one line where they can't be had. `-- plugin` makes the QGIS plugin for others instead,
 * `-- npm` the package of npm alone.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { askForAdvisories, faultsOf } from '../package/advisories.mjs'
import { builderConfiguration, TARGETS } from '../package/builder.mjs'
import { filesIn } from '../package/contents.mjs'
import { makeDeb } from '../package/deb.mjs'
import { makeNpmPackage } from '../package/npm.mjs'
import { releaseOf } from '../package/release.mjs'
import { sbom } from '../package/sbom.mjs'
import { signUpdates } from '../package/sign-updates.mjs'
import { checkBudget, stage } from '../package/stage.mjs'
import { compareNode } from '../package/verify-node.mjs'
import { inOurPlace } from '../setup/children.mjs'
import { electronBinary } from '../setup/electron.mjs'
import { describeGdal } from '../setup/gdal.mjs'
import { adviseOnGdal, compareGdal, hashOfBinding } from '../setup/gdal-hash.mjs'
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

/**
 * Is what others made and we deliver what they published? Said in a line each.
 * @param {import('../setup/prepare.mjs').Prepared} prepared
 * @returns {Promise<string[]>} what a release can't be built with
 */
const examine = async ({ node }) => {
  const faults = []
  const version = execFileSync(node, ['-v'], { encoding: 'utf8' }).trim()
  const sameNode = await compareNode({ file: node, version, platform: process.platform, arch: process.arch })
  const nodeWords = {
    same: 'is the one of nodejs.org',
    different: 'is NOT the one of nodejs.org',
    'not-reached': 'could not be compared: nodejs.org was not reached',
  }
  say(`Node ${version} ${nodeWords[sameNode]}`)
  if (sameNode !== 'same') faults.push(`Node ${version} ${nodeWords[sameNode]}`)

  const gdal = await describeGdal(node)
  const name = gdal.prefix.slice(0, -1)
  const hash = hashOfBinding(gdal.folder)
  const sameGdal = compareGdal(name, hash)
  if (sameGdal !== 'as-recorded') {
    const words = adviseOnGdal(name, sameGdal, hash)
    say(words)
    faults.push(words)
  }

  const advisories = await askForAdvisories()
  say(
    advisories.is === 'not-reached'
      ? 'known faults of the packages were not asked for: the registry does not answer that here'
      : `known faults: ${advisories.severe.join(', ') || 'none that is severe'}; ${advisories.other} lesser ones`,
  )
  faults.push(...faultsOf(advisories))
  return faults
}

const packForNpm = async () => {
  const output = inRoot('out')
  const file = await makeNpmPackage({ staged: path.join(output, 'npm'), output })
  say(`${path.relative(root, file)}: ${(fs.statSync(file).size / 1e6).toFixed(1)} MB; npm install -g brings klic`)
}

/** @param {string[]} args */
export const run = async ([what]) => {
  if (what === 'plugin') {
    const { node, env } = await preparePackages()
    return inOurPlace(node, [inRoot('build', 'package', 'qgis-plugin.ts')], { cwd: root, env })
  }
  if (what === 'npm') {
    await ready(await preparePackages(), ['gdal', 'grid', 'renderer', 'map', 'server'])
    await packForNpm()
    return 0
  }
  const release = releaseOf(process.env, process.platform)
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

  fs.writeFileSync(path.join(output, `sbom-${platform}-${arch}.cdx.json`), sbom({ epoch: epoch() }))
  const faults = await examine(prepared)
  if (release && faults.length > 0) throw new CannotPrepare(`no release is built with this: ${faults.join('; ')}`)

  const binary = electronBinary()
  const configuration = builderConfiguration({
    staged,
    output,
    version,
    arch,
    release,
    electronDist: binary && path.dirname(binary),
  })
  await validate(configuration)
  say(`the builder's configuration is valid; updates: ${release?.url ?? 'none, this is no release'}`)

  await packForNpm()
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
  if (release) say(`signed: ${signUpdates(output, release.key).join(', ')}`)
  return 0
}
