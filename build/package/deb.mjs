// @ts-check
/** The server without a window as a Debian package: a systemd unit for each user's own, and units for an office. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { inRoot } from '../setup/places.mjs'
import { filesIn } from './contents.mjs'

const NAME = 'klic-desktop-server'
/** Of xz: 35 MB of a Node in 16 s of a core, where the usual 6 makes 30 MB in 85 s. */
const LEVEL = '-z1'
const ARCHITECTURE = { x64: 'amd64', arm64: 'arm64' }

/** A build of gdal-async against the system's GDAL needs that very library; the published build carries its own. @param {string} staged */
const systemGdal = (staged) => {
  const binding = filesIn(staged).find((name) => /gdal-async\/lib\/binding\/.*\.node$/.test(name))
  if (!binding) throw new Error('gdal-async is not built')
  const linked = execFileSync('ldd', [path.join(staged, binding)], { encoding: 'utf8' })
  const library = /libgdal\.so\.\S* => (\S+)/.exec(linked)?.[1]
  if (!library) return undefined
  const owner = execFileSync('dpkg-query', ['-S', fs.realpathSync(library)], { encoding: 'utf8' })
  return owner.split(':')[0]
}

/** @param {{ version: string, arch: keyof typeof ARCHITECTURE, sizeKb: number, gdal: string | undefined }} what */
const control = ({ version, arch, sizeKb, gdal }) => `Package: ${NAME}
Version: ${version}
Architecture: ${ARCHITECTURE[arch]}
Maintainer: KLIC Desktop
Installed-Size: ${sizeKb}
Depends: ${['libc6', 'libstdc++6', 'passwd', ...(gdal ? [gdal] : [])].join(', ')}
Recommends: bubblewrap
Section: science
Priority: optional
Description: KLIC notifications: quote, file, follow, merge and serve
 The server of KLIC Desktop without its window, with the complete REST API on localhost.
 Switch it on for yourself with: systemctl --user enable --now ${NAME}
 For an office: fill in /etc/klic-desktop/klic.env, then systemctl enable --now klic.target klic-api@4780
`

/**
 * The same bytes for the same contents: owners, times and order are fixed.
 * @param {{ staged: string, output: string, version: string, arch: keyof typeof ARCHITECTURE, epoch: number, compression?: 'xz' | 'none' }} from
 * @returns {string} the path of the package
 */
export const makeDeb = ({ staged, output, version, arch, epoch, compression = 'xz' }) => {
  // `1.0.0~rc.1` comes before 1.0.0; `1.0.0-rc.1` would come after it.
  const debVersion = version.replace('-', '~')
  const tree = path.join(output, `${NAME}.tree`)
  fs.rmSync(tree, { recursive: true, force: true })
  const put = (/** @type {string} */ place, /** @type {string} */ text, mode = 0o644) => {
    const file = path.join(tree, place)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text, { mode })
    fs.chmodSync(file, mode)
  }
  fs.cpSync(staged, path.join(tree, 'usr', 'lib', NAME), { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  put('usr/bin/klic', fs.readFileSync(inRoot('build', 'package', 'klic.sh'), 'utf8'), 0o755)
  put(`usr/lib/systemd/user/${NAME}.service`, fs.readFileSync(inRoot('build', 'package', `${NAME}.service`), 'utf8'))
  for (const unit of ['klic-api@.service', 'klic-worker@.service', 'klic.target']) {
    put(`usr/lib/systemd/system/${unit}`, fs.readFileSync(inRoot('build', 'package', unit), 'utf8'))
  }
  put('etc/klic-desktop/klic.env', fs.readFileSync(inRoot('build', 'package', 'klic.env'), 'utf8'))
  put('DEBIAN/conffiles', '/etc/klic-desktop/klic.env\n')
  put('DEBIAN/postinst', fs.readFileSync(inRoot('build', 'package', 'deb-postinst.sh'), 'utf8'), 0o755)
  put(`usr/share/doc/${NAME}/copyright`, fs.readFileSync(path.join(staged, 'dist', 'renderer', 'licences.txt'), 'utf8'))
  const bytes = filesIn(tree).reduce((sum, name) => sum + fs.statSync(path.join(tree, name)).size, 0)
  put(
    'DEBIAN/control',
    control({ version: debVersion, arch, sizeKb: Math.ceil(bytes / 1024), gdal: systemGdal(staged) }),
  )
  for (const entry of fs.readdirSync(tree, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) fs.chmodSync(path.join(entry.parentPath, entry.name), 0o755)
  }
  fs.chmodSync(tree, 0o755)
  const file = path.join(output, `${NAME}_${debVersion}_${ARCHITECTURE[arch]}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, LEVEL, '--build', tree, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  fs.rmSync(tree, { recursive: true })
  return file
}
