/**
 * The QGIS plugin as a ZIP, and as the one plugin of a QGIS repository, so that QGIS installs and updates it by itself.
 * Needs no key: it is part of the program. The same files give the same bytes.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type RequestHandler, Router } from 'express'
import { ZipFile } from 'yazl'
import { TEXTS } from '../../texts/languages.ts'
import { forEachLanguage } from '../../texts/texts.ts'
import type { ApiServices } from '../services.ts'

const NAME = 'klic_desktop'
const METADATA = 'metadata.txt'
/** As old as a ZIP can tell. */
const NO_DATE = new Date(1980, 0, 1)
const ENTRY = { mtime: NO_DATE, mode: 0o100644, forceDosTimestamp: true }
const LEFT_OUT = /__pycache__|\.pyc$/

/** With its texts in each language. @param folder with metadata.txt; @param metadata goes in its place */
export async function packPlugin(folder: string, metadata?: string): Promise<Buffer> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => !LEFT_OUT.test(path))
    .sort()
  const zip = new ZipFile()
  for (const path of files) {
    const inside = path
      .slice(folder.length + 1)
      .split(sep)
      .join('/')
    const isReplaced = metadata !== undefined && inside === METADATA
    zip.addBuffer(isReplaced ? Buffer.from(metadata) : await readFile(path), `${NAME}/${inside}`, ENTRY)
  }
  const texts = JSON.stringify(forEachLanguage((language) => TEXTS[language].plugin))
  zip.addBuffer(Buffer.from(texts), `${NAME}/texts.json`, ENTRY)
  zip.end()
  return buffer(zip.outputStream)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)

/** The address at which the program begins to look for a port, in metadata.txt. */
const USUAL_ADDRESS = /^http:\/\/127\.0\.0\.1:\d+(?=\/)/

/** @param metadata text of metadata.txt; @param baseUrl where the ZIP is, and the pages that metadata.txt names at the usual port */
function repositoryXml(metadata: string, baseUrl: string): string {
  const facts = Object.fromEntries([...metadata.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  const here = (address = ''): string => address.replace(USUAL_ADDRESS, () => baseUrl)
  const named = {
    description: facts.description,
    about: facts.about,
    version: facts.version,
    qgis_minimum_version: facts.qgisMinimumVersion,
    qgis_maximum_version: facts.qgisMaximumVersion,
    homepage: here(facts.homepage),
    tracker: here(facts.tracker),
    repository: here(facts.repository),
    tags: facts.tags,
    author_name: facts.author,
    file_name: `${NAME}.zip`,
    download_url: `${baseUrl}/qgis/${NAME}.zip`,
    experimental: 'False',
    deprecated: 'False',
  }
  const lines = Object.entries(named).map(([name, value]) => `    <${name}>${escaped(value ?? '')}</${name}>`)
  const head = `  <pyqgis_plugin name="${escaped(facts.name ?? '')}" version="${escaped(facts.version ?? '')}">`
  return [
    "<?xml version='1.0' encoding='UTF-8'?>",
    '<plugins>',
    head,
    ...lines,
    '  </pyqgis_plugin>',
    '</plugins>',
    '',
  ].join('\n')
}

/** /qgis/klic_desktop.zip and /qgis/plugins.xml. @param reading lets GET and HEAD through */
export function qgisPlugin(
  { pluginDir, baseUrl }: Pick<ApiServices, 'pluginDir' | 'baseUrl'>,
  reading: (type: string) => RequestHandler,
): Router {
  const router = Router({ caseSensitive: true })
  router.all(`/${NAME}.zip`, reading('application/zip'), async (_req, res) => {
    const zip = await packPlugin(pluginDir)
    res.set('ETag', `"${createHash('sha256').update(zip).digest('hex')}"`)
    res.set('Content-Disposition', `attachment; filename="${NAME}.zip"`)
    res.type('application/zip').send(zip)
  })
  router.all('/plugins.xml', reading('application/xml'), async (_req, res) => {
    const metadata = await readFile(join(pluginDir, METADATA), 'utf8')
    res.type('application/xml').send(repositoryXml(metadata, baseUrl()))
  })
  return router
}
