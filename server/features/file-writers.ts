/** Files that are made in the process that is asked for them, of what lies here already; what makes them is loaded by the first who asks. */

import { layersFile } from '../exports/conversion/layers-file.ts'
import type { DefinitionSource } from '../exports/styling/layer-definition.ts'
import { ANSWER_QUEUE, fairLimit, type Requester } from '../platform/fair-limit.ts'
import { AskedThread } from '../platform/processes/question-thread.ts'
import type { CalamityPage } from '../registry/calamity.ts'
import type { Language } from '../texts/languages.ts'
import type { DossierPage } from './projects/dossier-page.ts'
import type { DossierContent } from './projects/dossier-zip.ts'
import type { SiteZip } from './site-package/site-zip.ts'

const tooMuchToPrint = (): Error => new Error('The first page of a dossier took too long')
const DOSSIER_THREAD = { name: 'dossier thread', data: null, longestRunMs: 60_000, tooMuch: tooMuchToPrint }

/** One at a time, in turn by company. */
const oneByOne = <Given, Made>(make: (given: Given) => Promise<Made>) =>
  fairLimit({ atOnce: 1, ...ANSWER_QUEUE }, (_given: Given, asker: Requester) => asker, make)

/** @param local where a file of the storage is on this disk */
export const inProcessExports = <F>(local: (file: F) => Promise<string>) => ({
  /** A QGIS layer definition of a result, as text. */
  layersFile: async (gpkg: F, title: string, source: DefinitionSource) => layersFile(await local(gpkg), title, source),

  /** The ZIP of a dossier, made while it is read; `bytes`: how long it will be. */
  dossierZip: async (content: DossierContent) => (await import('./projects/dossier-zip.ts')).dossierZip(content),

  /** The first page of a dossier in each of LANGUAGES, as PDFs: beside the event loop, which pdfkit would hold while it is loaded. */
  dossierPages: oneByOne(async (page: DossierPage) => {
    const file = new URL('./projects/dossier-thread.ts', import.meta.url)
    const thread = new AskedThread<DossierPage, Uint8Array[]>(file, DOSSIER_THREAD)
    // It is asked once: it never says to ask again.
    return (await thread.ask(page).finally(() => thread.end(tooMuchToPrint()))) as Uint8Array[]
  }),

  /** The one page of a calamity, as a PDF. */
  // In the one process that is there already: somebody waits for the numbers to call. pdfkit is for the few who ask.
  calamityFile: async (page: CalamityPage, language: Language) =>
    (await import('./calamities/calamity-pdf.ts')).printCalamity(page, language),

  siteZip: oneByOne(async (zip: SiteZip) => (await import('./site-package/site-zip.ts')).siteZip(zip)),
})
