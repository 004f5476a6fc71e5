/** A warning as a row of the table of warnings. */
import type { Row } from '../../domain/imkl/layers.ts'
import type { ResultWarning } from '../../domain/ports/conversion.ts'

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
