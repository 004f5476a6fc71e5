/**
 * The QGIS plugin as plugins.qgis.org takes it: `npm run package -- plugin`. Its public addresses are those of package.json;
 * while one is missing, or nobody outside could open it, nothing is made.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBuffer, type ZipFile } from 'yauzl'
import { packPlugin } from '../../server/features/results/qgis-plugin.ts'
import { pluginFolder } from '../../server/platform/places.ts'
import { inRoot } from '../setup/places.mjs'
import { CannotPrepare, say } from '../setup/say.mjs'

/** Of package.json, where the publisher fills in who and where they are. */
export interface Publisher {
  homepage?: string
  bugs?: { url?: string }
  repository?: { url?: string }
  author?: { name?: string; email?: string }
}

/** Names that lead nowhere for others (RFC 2606, RFC 6761). */
const NOWHERE = /(?:^|\.)(?:localhost|local|internal|invalid|test|example|example\.(?:com|net|org))$/

const isPublicHost = (host: string): boolean => host.includes('.') && isIP(host) === 0 && !NOWHERE.test(host)

const isPublicUrl = (url: string | undefined): boolean =>
  url !== undefined && URL.canParse(url) && new URL(url).protocol === 'https:' && isPublicHost(new URL(url).hostname)

const isPublicMail = (mail: string | undefined): boolean =>
  mail !== undefined && /^[^@\s]+@[^@\s]+$/.test(mail) && isPublicHost(mail.split('@')[1]!)

/** @throws CannotPrepare that names every place of package.json that is to be filled in */
export function publicMetadata(metadata: string, { homepage, bugs, repository, author }: Publisher): string {
  const url = repository?.url?.replace(/^git\+/, '').replace(/\.git$/, '')
  const missing = [
    ...(isPublicUrl(homepage) ? [] : ['homepage']),
    ...(isPublicUrl(bugs?.url) ? [] : ['bugs.url']),
    ...(isPublicUrl(url) ? [] : ['repository.url']),
    ...(author?.name ? [] : ['author.name']),
    ...(isPublicMail(author?.email) ? [] : ['author.email']),
  ]
  if (missing.length > 0)
    throw new CannotPrepare(
      `no plugin for plugins.qgis.org is made without public addresses: fill in ${missing.join(', ')} of package.json (https, no address of this computer, no placeholder; CONTRIBUTING.md)`,
    )
  const shown = { homepage, tracker: bugs?.url, repository: url, author: author?.name, email: author?.email }
  return Object.entries(shown).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
    metadata,
  )
}

const REQUIRED = [
  'name',
  'description',
  'version',
  'qgisMinimumVersion',
  'author',
  'email',
  'about',
  'tracker',
  'repository',
]
const LINKS = ['tracker', 'repository', 'homepage'] as const
const MAX_UPLOAD_BYTES = 25_000_000
const NOT_IN_ZIP = ['__MACOSX', '.git', '__pycache__']
/** What can run without being read. */
const BINARY = /\.(?:pyc|pyo|pyd|so|dll|dylib|exe|bin|jar|zip|whl)$/i

/**
 * The rules by which plugins.qgis.org refuses a new plugin, as its source has them in November 2026 (qgis/QGIS-Plugins-Website,
 * plugins/validator.py), without asking the addresses; and no binaries, which its people refuse.
 */
export async function uploadFaults(zip: Buffer): Promise<string[]> {
  const files = await filesOf(zip)
  const names = [...files.keys()]
  const folder = names[0]?.split('/')[0] ?? ''
  const metadata = factsOf(String(files.get(`${folder}/metadata.txt`) ?? ''))
  const link = (name: string): boolean => isPublicUrl(metadata.get(name))
  return [
    ...(zip.length <= MAX_UPLOAD_BYTES ? [] : [`${zip.length} bytes`]),
    ...(/^[A-Za-z_]\w+$/.test(folder) ? [] : [`folder ${folder}`]),
    ...['__init__.py', 'metadata.txt', 'LICENSE'].filter((name) => !files.has(`${folder}/${name}`)),
    ...names.filter((name) => !name.startsWith(`${folder}/`) || name.includes('..') || /\\|^[A-Za-z]:/.test(name)),
    ...names.filter((name) => BINARY.test(name) || name.split('/').some((part) => NOT_IN_ZIP.includes(part))),
    ...REQUIRED.filter((name) => !metadata.get(name)).map((name) => `no ${name}`),
    ...LINKS.filter((name) => !link(name)).map((name) => `${name} ${metadata.get(name)}`),
    ...(isPublicMail(metadata.get('email')) ? [] : [`email ${metadata.get('email')}`]),
    ...(metadata.get('author')?.includes('/') ? ['a slash in author'] : []),
    // plugins.qgis.org takes it; without it QGIS 3.44 built with Qt 6 refuses the plugin (EarthObservation/rvt-qgis#38).
    ...(metadata.get('supportsQt6') === 'True' ? [] : ['no supportsQt6']),
    ...(files.has(`${folder}/${metadata.get('icon')}`) ? [] : [`icon ${metadata.get('icon')}`]),
  ]
}

const factsOf = (metadata: string): Map<string, string> =>
  new Map(
    metadata.startsWith('[general]')
      ? [...metadata.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!.trim()])
      : [],
  )

async function filesOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  const files = new Map<string, Buffer>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve)
    zip.on('entry', (entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error)
        files.set(entry.fileName, await buffer(stream))
        zip.readEntry()
      }),
    )
    zip.readEntry()
  })
  return files
}

async function main(): Promise<void> {
  const about = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Publisher & { version: string }
  const metadata = publicMetadata(readFileSync(join(pluginFolder, 'metadata.txt'), 'utf8'), about)
  const zip = await packPlugin(pluginFolder, metadata)
  const faults = await uploadFaults(zip)
  if (faults.length > 0) throw new CannotPrepare(`plugins.qgis.org would refuse the plugin: ${faults.join('; ')}`)
  mkdirSync(inRoot('out'), { recursive: true })
  const file = `klic_desktop-${about.version}.zip`
  writeFileSync(inRoot('out', file), zip)
  say(`out/${file}, to be uploaded at plugins.qgis.org`)
}

if (import.meta.main)
  main().catch((error: unknown) => {
    if (!(error instanceof CannotPrepare)) throw error
    say(error.message)
    process.exitCode = 1
  })
