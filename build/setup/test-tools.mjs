// @ts-check
/**
 * Step 5, for the tests: Chromium and its headless shell for the window, a screen for them, GDAL's ogrinfo to check files
 * with, bubblewrap for the cage and PostgreSQL. QGIS, 210 MB to fetch and 840 MB on the disk, is installed on request.
 */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { quietly } from './children.mjs'
import { root } from './places.mjs'
import { say } from './say.mjs'
import { installPackagesOfSystem, which } from './system.mjs'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @param {string} node */
const findChromium = async (node) => {
  if (process.env.KLIC_CHROMIUM) return process.env.KLIC_CHROMIUM
  const ask = "import('playwright').then((p) => process.stdout.write(p.chromium.executablePath()))"
  const own = (await quietly(node, ['-e', ask], { cwd: root })).stdout
  if (own && fs.existsSync(own)) return own
  return CHROMIUMS.map(which).find(Boolean)
}

/**
 * The headless shell of the same Chromium: Debian's, or Playwright's own in the folder next to its Chromium.
 * @param {string | undefined} chromium
 */
const findHeadlessShell = (chromium) => {
  if (process.env.KLIC_HEADLESS_SHELL) return process.env.KLIC_HEADLESS_SHELL
  const own = chromium && /^(.*[\\/])chromium-(\d+)[\\/]/.exec(chromium)
  if (!own) return chromium === DEBIAN_CHROMIUM ? which('chromium-headless-shell') : undefined
  const folder = `${own[1]}chromium_headless_shell-${own[2]}`
  if (!fs.existsSync(folder)) return undefined
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const shell = files.find((name) => /(?:^|[\\/])(?:chrome-headless-shell|headless_shell)(?:\.exe)?$/.test(name))
  return shell && path.join(folder, shell)
}

/**
 * KLIC_WITH_QGIS=1 or 0 decides. Unset, a machine that only tests gets QGIS for the lanes that need it.
 * @param {boolean} isNeeded
 */
const wantsQgis = (isNeeded) => {
  const answer = process.env.KLIC_WITH_QGIS
  if (answer) return answer !== '0'
  return isNeeded && (process.env.CI === 'true' || process.env.CI === '1')
}

const hasQgis = () => fs.existsSync('/usr/lib/python3/dist-packages/qgis') || process.env.KLIC_QGIS_PYTHON !== undefined

/** Its server's programs lie outside the path on Debian. */
const hasPostgres = () => fs.existsSync('/usr/lib/postgresql') || which('initdb') !== undefined

/**
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} withQgis whether the tests that run need it
 * @returns {Promise<NodeJS.ProcessEnv>} with KLIC_CHROMIUM and KLIC_HEADLESS_SHELL, where they exist
 */
export const readyTestTools = async (node, env, withQgis) => {
  let chromium = await findChromium(node)
  const missing = []
  if (!chromium) missing.push('chromium')
  if (process.platform === 'linux' && !which('Xvfb')) missing.push('xvfb')
  if (!which('ogrinfo')) missing.push('gdal-bin')
  if (process.platform === 'linux' && !which('bwrap')) missing.push('bubblewrap')
  if (process.platform === 'linux' && !which('pdftoppm')) missing.push('poppler-utils')
  if (process.platform === 'linux' && !hasPostgres()) missing.push('postgresql')
  if (process.platform === 'linux' && wantsQgis(withQgis) && !hasQgis()) missing.push('qgis', 'python3-qgis')
  if (missing.length > 0) {
    await installPackagesOfSystem(missing, 'the tests')
    chromium ??= await findChromium(node)
  }
  // Apart from the others: not every system with apt-get has this package.
  if (chromium === DEBIAN_CHROMIUM && !findHeadlessShell(chromium))
    await installPackagesOfSystem(['chromium-headless-shell'], 'a quarter less work in the tests of the window')
  if (!chromium) say('no Chromium found: the tests of the window are skipped')
  if (!which('ogrinfo')) say('no ogrinfo found: the tests that read files with GDAL’s own tool are skipped')
  const shell = findHeadlessShell(chromium)
  return {
    ...env,
    ...(chromium && { KLIC_CHROMIUM: chromium }),
    ...(shell && { KLIC_HEADLESS_SHELL: shell }),
  }
}
