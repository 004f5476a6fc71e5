/** The thread of survey-pool.ts: one question after the other. */
import { useGrid as installGrid } from '../../geometry/rd/rd.ts'
import { answerQuestions, threadData } from '../../platform/processes/answering-thread.ts'
import { readBodyWithAreas } from '../../platform/read-json.ts'
import { inDegrees, layOutSheets, normalise, survey } from './survey.ts'
import type { SurveyAnswer, SurveyQuestion } from './survey-pool.ts'

const grid = threadData<ArrayBuffer | null>()
if (grid) await installGrid(grid)

answerQuestions((question: SurveyQuestion): SurveyAnswer => {
  if ('survey' in question) return survey(question.survey)
  if ('normalise' in question) return normalise(question.normalise)
  if ('inDegrees' in question) return inDegrees(question.inDegrees)
  if ('sheets' in question) return layOutSheets(question.sheets)
  return readBodyWithAreas(question.read)
})
