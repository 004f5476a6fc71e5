/** Stands in for the survey thread: it never answers for an area named `slow`, and answers others with their name. */
import { answerQuestions } from '../../server/platform/processes/answering-thread.ts'

answerQuestions(({ survey }: { survey: { crs: string } }) => {
  while (survey.crs === 'slow');
  return survey.crs
})
