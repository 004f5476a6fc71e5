/** The thread that prints the first page of a dossier, in each language: of file-writers.ts. */
import { answerQuestions } from '../../platform/processes/answering-thread.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { type DossierPage, printDossierPage } from './dossier-page.ts'

answerQuestions((page: DossierPage) => Promise.all(LANGUAGES.map((language) => printDossierPage(page, language))))
