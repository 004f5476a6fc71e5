/** A warning as a row of the table of warnings. */

import type { ResultWarning } from '../../imkl/model/conversion-task.ts'
import type { Row } from '../../imkl/model/layers.ts'

export const warningRow = (warning: ResultWarning): Row => ({
  code: warning.code,
  melding: warning.messageNl ?? warning.message,
  melding_en: warning.message,
  aantal: warning.count ?? null,
  klic_nummer: warning.klicNumber ?? null,
  bronhouder: warning.operator ?? null,
  object_id: warning.objectId ?? null,
  x: warning.x ?? null,
  y: warning.y ?? null,
})
