/** Dresses a result: its styles, its QGIS project and its description, from what was merged and written. */

import { DRAW_ORDER, LAYER_NAMES } from '../../imkl/look/styles.ts'
import type { JobLabel, ResultSummary } from '../../imkl/model/conversion-task.ts'
import { aboutOf, resultNotes } from '../../imkl/model/result-notes.ts'
import { resultTitle } from '../file-name.ts'
import type { GeoPackageStyles } from '../geopackage/styles.ts'
import { preliminaryName, type ResultContents, type ResultFacts } from '../styling/contents.ts'
import { METADATA_STANDARD, metadataXml } from '../styling/metadata.ts'
import { PROJECT_NAME, projectXml } from '../styling/project.ts'
import { qmlOf } from '../styling/qml.ts'

const STYLE_NAME = 'KLIC (PMKL 2.0)'

export const geopackageStyles = (contents: ResultContents, facts: ResultFacts): GeoPackageStyles => ({
  styles: DRAW_ORDER.map((layer) => ({
    layer,
    name: preliminaryName(STYLE_NAME, facts),
    description: `${preliminaryName(LAYER_NAMES[layer], facts)}, naar de visualisatieregels van IMKL`,
    qml: qmlOf(layer),
  })),
  project: { name: PROJECT_NAME, xml: projectXml(contents, facts) },
  metadata: { standard: METADATA_STANDARD, xml: metadataXml(contents, facts) },
})

export function factsOf(summary: ResultSummary, job: JobLabel | undefined): ResultFacts {
  const klicNumbers = [...new Set(summary.deliveries.map(({ klicNumber }) => klicNumber))].sort()
  const notes = resultNotes(summary.warnings, { about: aboutOf(summary, job?.missingParts ?? [], 'nl') })
  return {
    title: preliminaryName(`KLIC ${resultTitle(job?.reference ?? null, klicNumbers)}`.trim(), { notes }),
    klicNumbers,
    date: youngest(summary),
    notes,
  }
}

/** When the youngest delivery was put together: what is newer than the deliveries would differ from run to run. */
const youngest = (summary: ResultSummary): string | null =>
  summary.deliveries
    .map(({ composedAt }) => composedAt)
    .filter((time) => time !== null)
    .sort()
    .at(-1) ?? null
