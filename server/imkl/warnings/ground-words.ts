/** What is said, in two languages, of a delivered picture of the ground that is not shown. Nothing else fails with it. */

import type { Translate } from '../../texts/texts.ts'
import type { ResultWarning } from '../model/conversion-task.ts'
import type { GroundProblem } from '../model/ground-tiles.ts'
import { warning } from './warning.ts'

export const GROUND_NOT_SHOWN = 'GROUND_NOT_SHOWN'

export const groundWarning = (klicNumber: string, problem: GroundProblem): ResultWarning =>
  warning(GROUND_NOT_SHOWN, (t) => t('resultWarning.GROUND_NOT_SHOWN', { klic: klicNumber, why: whyOf(problem, t) }), {
    klicNumber,
  })

function whyOf(problem: GroundProblem, t: Translate): string {
  if (problem.kind !== 'does_not_fit') return t(`resultWarning.ground.${problem.kind}`)
  const [width, height] = problem.pixels
  const [x, y] = problem.metres
  return t('resultWarning.groundDoesNotFit', { width, height, x, y })
}
