// @ts-check
/** The server and its command line as a package of npm, which brings the command `klic`. */
import fs from 'node:fs'
import path from 'node:path'
import { npm, runNpm } from '../setup/packages.mjs'
import { inRoot } from '../setup/places.mjs'
import { CannotPrepare, lastLines } from '../setup/say.mjs'
import { AS_PACKAGES, BUILD_TOOLS, manifestOf, npmContents } from './contents.mjs'
import { copyContents } from './stage.mjs'

/** Of the tarball, which had 24.1 when it was measured. What grows beyond needs a reason and a new figure. */
export const TARBALL_MB = 28

/** What the package says of itself. Its packages lie in it, so that none of them runs a script when it is installed. */
const manifest = () => {
  const { name, version, description, license, engines, optionalDependencies } = JSON.parse(
    fs.readFileSync(inRoot('package.json'), 'utf8'),
  )
  const bundled = [...AS_PACKAGES, ...BUILD_TOOLS]
  return {
    ...{ name, version, description, license, engines, type: 'module' },
    bin: { klic: 'build/package/npm-command.mjs' },
    dependencies: Object.fromEntries(bundled.map((each) => [each, manifestOf(inRoot('node_modules', each)).version])),
    bundleDependencies: bundled,
    optionalDependencies,
  }
}

/** Its binding is made at the first start, by us: npm would compile a whole GDAL. @param {string} staged */
const keepGdalFromBuilding = (staged) => {
  const file = path.join(staged, 'node_modules', 'gdal-async', 'package.json')
  const { scripts, devDependencies, ...description } = JSON.parse(fs.readFileSync(file, 'utf8'))
  delete description.dependencies.yatag
  fs.writeFileSync(file, JSON.stringify({ ...description, scripts: { yatag: scripts.yatag }, gypfile: false }))
}

/**
 * @param {{ staged: string, output: string }} folders staged is made anew
 * @returns {Promise<string>} the path of the tarball
 * @throws CannotPrepare when npm can't pack, or the tarball is over its budget
 */
export const makeNpmPackage = async ({ staged, output }) => {
  copyContents(staged, npmContents())
  const description = manifest()
  fs.writeFileSync(path.join(staged, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
  keepGdalFromBuilding(staged)
  const done = await runNpm(await npm(), ['pack', '--ignore-scripts', '--pack-destination', output], staged)
  if (done.code !== 0) throw new CannotPrepare(`npm pack failed:\n${lastLines(done.output)}`)
  const file = path.join(output, `${description.name}-${description.version}.tgz`)
  const mb = fs.statSync(file).size / 1e6
  if (mb > TARBALL_MB)
    throw new CannotPrepare(`${file} has ${mb.toFixed(1)} MB, over its budget (build/package/npm.mjs)`)
  return file
}
