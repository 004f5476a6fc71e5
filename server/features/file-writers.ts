/** Files that are made in the process that is asked for them, of what lies here already; what makes them is loaded by the first who asks. */

import { layersFile } from '../exports/conversion/layers-file.ts'
import type { DefinitionSource } from '../exports/styling/layer-definition.ts'
import { ANSWER_QUEUE, fairLimit, type Requester } from '../platform/fair-limit.ts'
import type { CalamityPage } from '../registry/calamity.ts'
import type { Language } from '../texts/languages.ts'
import type { DossierFile, DossierText } from './projects/dossier-zip.ts'
import type { SiteZip } from './site-package/site-zip.ts'

/** @param local where a file of the storage is on this disk */
export const inProcessExports = <F>(local: (file: F) => Promise<string>) => ({
  /** A QGIS layer definition of a result, as text. */
  layersFile: async (gpkg: F, title: string, source: DefinitionSource) => layersFile(await local(gpkg), title, source),

  /** The ZIP of a dossier, made while it is read; `bytes`: how long it will be. */
  dossierZip: async (entries: readonly (DossierFile<F> | DossierText)[]) =>
    (await import('./projects/dossier-zip.ts')).dossierZip(entries, local),

  /** The one page of a calamity, as a PDF. */
  // In the one process that is there already: somebody waits for the numbers to call. pdfkit is for the few who ask.
  calamityFile: async (page: CalamityPage, language: Language) =>
    (await import('./calamities/calamity-pdf.ts')).printCalamity(page, language),

  siteZip: fairLimit(
    { atOnce: 1, ...ANSWER_QUEUE },
    (_zip: SiteZip, asker: Requester) => asker,
    async (zip) => (await import('./site-package/site-zip.ts')).siteZip(zip),
  ),
})
