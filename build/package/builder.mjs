// @ts-check
/**
 * What electron-builder makes, for whom. The shell goes into the asar; the server, its packages and its Node lie beside it,
 * because a stock Node runs them. Only a release (release.mjs) knows where updates come from and whose they must be; any
 * other package says in the window that it does not update itself.
 */
import fs from 'node:fs/promises'
import { inRoot } from '../setup/places.mjs'
import { withOpenWith } from './open-with-msi.mjs'

/** Offered beside what the person uses now, never instead of it: a drawing stays with the CAD program. */
const OPENS = [
  { ext: 'zip', name: 'KLIC delivery', mimeType: 'application/zip' },
  { ext: 'geojson', name: 'GeoJSON', mimeType: 'application/geo+json' },
  { ext: 'gpkg', name: 'GeoPackage', mimeType: 'application/geopackage+sqlite3' },
  { ext: 'dxf', name: 'DXF', mimeType: 'image/vnd.dxf' },
].map((each) => ({ ...each, role: /** @type {const} */ ('Viewer'), rank: /** @type {const} */ ('Alternate') }))

/**
 * @param {{
 *   staged: string, output: string, version: string, arch: 'x64' | 'arm64',
 *   release?: Pick<import('./release.mjs').Release, 'url' | 'publicKey' | 'publisher'> | undefined,
 *   electronDist?: string | undefined,
 * }} places arch: of what is staged, so of the Node and GDAL inside
 * @returns {import('app-builder-lib').Configuration}
 */
export const builderConfiguration = ({ staged, output, version, arch, release, electronDist }) => ({
  appId: 'nl.klic-desktop.app',
  productName: 'KLIC Desktop',
  copyright: 'Apache-2.0',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in
  artifactName: 'KLIC-Desktop-${version}-${os}-${arch}.${ext}',
  directories: { output, buildResources: inRoot('dist', 'icons') },
  files: ['dist/electron/**/*', 'package.json', '!node_modules/**/*'],
  extraResources: [{ from: staged, to: 'klic' }],
  asar: true,
  npmRebuild: false,
  nodeGypRebuild: false,
  ...(electronDist ? { electronDist } : {}),
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  protocols: [{ name: 'KLIC Desktop', schemes: ['klic-desktop'] }],
  // A release candidate goes to those who chose that channel in the settings (1.0.0-rc.1 would be a channel of its own).
  publish: release
    ? [{ provider: 'generic', url: release.url, channel: version.includes('-') ? 'beta' : 'latest' }]
    : null,
  // Into the application's own package.json, inside the asar: electron/signed-feed.ts believes nothing else.
  ...(release ? { extraMetadata: { updates: { url: release.url, key: release.publicKey } } } : {}),
  // Signed for the system too, or not built.
  forceCodeSigning: release !== undefined,
  win: {
    ...(release?.publisher ? { signtoolOptions: { publisherName: release.publisher } } : {}),
    icon: inRoot('dist', 'icons', 'icon.ico'),
    target: [
      { target: 'nsis', arch: ['x64'] },
      { target: 'msi', arch: ['x64'] },
      { target: 'portable', arch: ['x64'] },
    ],
  },
  nsis: {
    oneClick: true,
    perMachine: false,
    allowElevation: false,
    include: inRoot('build', 'package', 'open-with.nsh'),
  },
  // For IT departments: every account of the computer, rolled out without a person.
  msi: { perMachine: true, oneClick: false },
  msiProjectCreated: async (file) => fs.writeFile(file, withOpenWith(await fs.readFile(file, 'utf8'), OPENS)),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in
  portable: { artifactName: 'KLIC-Desktop-${version}-portable.${ext}' },
  mac: {
    icon: inRoot('dist', 'icons', 'icon.icns'),
    target: [
      { target: 'dmg', arch: [arch] },
      // What the updater of macOS reads.
      { target: 'zip', arch: [arch] },
    ],
    category: 'public.app-category.productivity',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    notarize: release !== undefined,
    entitlements: inRoot('build', 'package', 'entitlements.plist'),
    entitlementsInherit: inRoot('build', 'package', 'entitlements.plist'),
    fileAssociations: OPENS,
  },
  // The first is what the builder recommends by itself: the tray's.
  deb: { recommends: ['libappindicator3-1', 'bubblewrap'] },
  linux: {
    icon: inRoot('dist', 'icons'),
    target: [
      { target: 'AppImage', arch: [arch] },
      { target: 'deb', arch: [arch] },
    ],
    category: 'Science',
    maintainer: 'KLIC Desktop',
    synopsis: 'Quote, file, follow, merge and serve KLIC notifications',
    fileAssociations: OPENS,
  },
})

/** Of each system, what is made on it, in words. */
export const TARGETS = {
  win32: 'NSIS installer, MSI and portable program',
  darwin: 'dmg and zip for the processor of this Mac',
  linux: 'AppImage and deb',
}
