/** Files that are made in the process that is asked for them, of what lies here already; what makes them is loaded by the first who asks. */
import { ANSWER_QUEUE, type Asker, fairLimit } from '../domain/fair-limit.ts'
import type { CalamityPage } from '../domain/klic/calamity.ts'
import type { DossierFile, DossierText } from '../domain/projects/dossier.ts'
import type { DefinitionSource } from '../styling/layer-definition.ts'
import { layersFile } from './layers-file.ts'
import type { SiteZip } from './site-zip.ts'
import { statementCsv } from './statement-csv.ts'

/** @param local where a file of the storage is on this disk */
export const madeHere = <F>(local: (file: F) => Promise<string>) => ({
  layersFile: async (gpkg: F, title: string, source: DefinitionSource) => layersFile(await local(gpkg), title, source),

  dossierZip: async (entries: readonly (DossierFile<F> | DossierText)[]) =>
    (await import('./dossier-zip.ts')).dossierZip(entries, local),

  statementCsv,

  // In the one process that is there already: somebody waits for the numbers to call. pdfkit is for the few who ask.
  calamityFile: async (page: CalamityPage, language: 'nl' | 'en') =>
    (await import('../print/calamity.ts')).printCalamity(page, language),

  siteZip: fairLimit(
    { atOnce: 1, ...ANSWER_QUEUE },
    (_zip: SiteZip, asker: Asker) => asker,
    async (zip) => (await import('./site-zip.ts')).siteZip(zip),
  ),
})
