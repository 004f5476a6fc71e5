/** What is said, in two languages, of a delivered picture of the ground that is not shown. Nothing else fails with it. */
import type { ResultWarning } from '../domain/ports/conversion.ts'

export const GROUND_NOT_SHOWN = 'GROUND_NOT_SHOWN'

export type GroundProblem =
  | { kind: 'missing' | 'no_bounds' | 'damaged' | 'no_png' | 'too_large' }
  | { kind: 'does_not_fit'; pixels: readonly [number, number]; metres: readonly [number, number] }

export function groundWarning(klicNumber: string, problem: GroundProblem): ResultWarning {
  const { nl, en } = wordsOf(problem)
  return {
    code: GROUND_NOT_SHOWN,
    message: `The base map of ${klicNumber} is not shown: ${en}.`,
    messageNl: `De ondergrond van ${klicNumber} wordt niet getoond: ${nl}.`,
    klicNumber,
  }
}

function wordsOf(problem: GroundProblem): { nl: string; en: string } {
  switch (problem.kind) {
    case 'missing':
      return {
        nl: 'de levering noemt een afbeelding die er niet in zit',
        en: 'the delivery names a picture that is not in it',
      }
    case 'no_bounds':
      return {
        nl: 'de levering zegt niet welke rechthoek zij beslaat',
        en: 'the delivery does not say which rectangle it covers',
      }
    case 'damaged':
      return { nl: 'de afbeelding is beschadigd', en: 'the picture is damaged' }
    case 'no_png':
      return { nl: 'het bestand heet .png maar is geen PNG', en: 'the file is called .png but is no PNG' }
    case 'too_large':
      return {
        nl: 'de afbeelding is groter dan 100 miljoen pixels (interlaced: 25 miljoen)',
        en: 'the picture has more than 100 million pixels (interlaced: 25 million)',
      }
    case 'does_not_fit': {
      const [width, height] = problem.pixels
      const [x, y] = problem.metres.map((metres) => String(Math.round(metres * 1000) / 1000))
      return {
        nl: `${width} bij ${height} pixels passen niet op ${x?.replace('.', ',')} bij ${y?.replace('.', ',')} m, want het zijn geen hele pixels per meter, of meer dan 200`,
        en: `${width} by ${height} pixels do not fit on ${x} by ${y} m, for they are no whole pixels a metre, or more than 200`,
      }
    }
  }
}
