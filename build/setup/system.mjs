// @ts-check
/** Packages of the operating system: installed with apt-get where we are root, otherwise named for the person. */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { quietly } from './children.mjs'
import { lastLines, say } from './say.mjs'

/**
 * @param {string} command
 * @returns {string | undefined} its full path
 */
export const which = (command) => {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', ''] : ['']
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const suffix of suffixes) {
      const file = path.join(folder, command + suffix)
      try {
        fs.accessSync(file, fs.constants.X_OK)
        if (fs.statSync(file).isFile()) return file
      } catch {
        // not in this folder
      }
    }
  }
  return undefined
}

/** @param {readonly string[]} packages */
export const installCommand = (packages) => `sudo apt-get install -y ${packages.join(' ')}`

/**
 * @param {readonly string[]} packages Debian's names
 * @param {string} why
 * @returns {Promise<boolean>} whether they are installed now; if not, why not has been said
 */
export const installPackagesOfSystem = async (packages, why) => {
  if (process.platform !== 'linux' || !which('apt-get')) {
    say(`${why} needs what Debian calls ${packages.join(', ')}; install it with this system's package manager`)
    return false
  }
  if (process.getuid?.() !== 0) {
    say(`${why} needs ${packages.join(', ')}; install it with: ${installCommand(packages)}`)
    return false
  }
  say(`installing ${packages.join(', ')} with apt-get (${why})`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () =>
    quietly('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', ...packages], {
      env,
    })
  // The package lists of a fresh image are empty and those of an old one name files that are gone.
  let done = await install()
  if (done.code !== 0) {
    await quietly('apt-get', ['update'], { env })
    done = await install()
  }
  if (done.code !== 0) say(`apt-get could not install ${packages.join(', ')}:\n${lastLines(done.output, 5)}`)
  return done.code === 0
}
