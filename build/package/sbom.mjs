// @ts-check
/** The parts of a package as a CycloneDX 1.6 document: the same list as the licences, for checks for known faults. */
import fs from 'node:fs'
import { inRoot } from '../setup/places.mjs'
import { manifestOf } from './contents.mjs'
import { collectLicences } from './licences.mjs'
import { nativeParts } from './native-parts.mjs'

/** @param {string} name @param {string} version */
const npmPurl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Name and version -> SHA-512 of the registry's archive, in hex. @returns {Map<string, string>} */
const archiveHashes = () => {
  const { packages } = JSON.parse(fs.readFileSync(inRoot('package-lock.json'), 'utf8'))
  const hashes = new Map()
  for (const [place, { version, integrity, name }] of Object.entries(packages)) {
    if (!integrity?.startsWith('sha512-')) continue
    const of = name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    hashes.set(`${of} ${version}`, Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'))
  }
  return hashes
}

/** The SPDX names that our parts have; what else a package says of itself is only a name to CycloneDX. */
const SPDX = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'LGPL-2.1', 'MIT', 'Python-2.0'],
  ...['Unlicense', 'blessing', 'curl'],
]

/** @param {string} licence */
const licences = (licence) => {
  if (!licence) return {}
  if (/ (?:OR|AND) /.test(licence)) return { licenses: [{ expression: licence }] }
  return { licenses: [{ license: SPDX.includes(licence) ? { id: licence } : { name: licence } }] }
}

/**
 * @param {{ epoch: number }} made seconds since 1970 of the last change, so that the same sources give the same bytes
 * @returns {string} JSON
 */
export const sbom = ({ epoch }) => {
  const { name, version } = manifestOf(inRoot())
  const hashes = archiveHashes()
  const electron = manifestOf(inRoot('node_modules', 'electron'))
  const packages = [...collectLicences(), { name: 'electron', version: electron.version, licence: 'MIT' }]
  const components = [
    ...packages.map((part) => {
      const hash = hashes.get(`${part.name} ${part.version}`)
      const purl = npmPurl(part.name, part.version)
      const known = hash ? { hashes: [{ alg: 'SHA-512', content: hash }] } : {}
      return {
        type: 'library',
        'bom-ref': purl,
        name: part.name,
        version: part.version,
        purl,
        ...known,
        ...licences(part.licence),
      }
    }),
    ...nativeParts().map((part) => ({
      type: 'library',
      'bom-ref': part.purl ?? `${part.name} ${part.version}`,
      name: part.name,
      version: part.version,
      ...(part.purl ? { purl: part.purl } : {}),
      ...licences(part.licence),
    })),
  ]
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version, ...licences('Apache-2.0') },
    },
    components,
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
