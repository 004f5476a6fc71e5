/** What the shell itself says, in Dutch and English. The window has its own words (renderer/i18n). */
import type { Trouble } from './supervise.ts'

export type Language = 'nl' | 'en'

/** @param locale as the system names it, 'nl-NL' */
export const languageOf = (locale: string): Language => (locale.toLowerCase().startsWith('nl') ? 'nl' : 'en')

const words = {
  en: {
    show: 'Show KLIC Desktop',
    quit: 'Quit',
    file: 'File',
    edit: 'Edit',
    view: 'View',
    help: 'Help',
    showLog: 'Show the log file',
    aboutKlic: 'About KLIC notifications (kadaster.nl)',
    troubleTitle: 'KLIC Desktop has stopped',
  },
  nl: {
    show: 'KLIC Desktop tonen',
    quit: 'Afsluiten',
    file: 'Bestand',
    edit: 'Bewerken',
    view: 'Beeld',
    help: 'Help',
    showLog: 'Logbestand tonen',
    aboutKlic: 'Over KLIC-meldingen (kadaster.nl)',
    troubleTitle: 'KLIC Desktop is gestopt',
  },
} as const satisfies Record<Language, Record<string, string>>

export const wordsIn = (language: Language): (typeof words)[Language] => words[language]

/** What broke, that nothing is lost, where the log is, what to try. */
export const describeTrouble = (trouble: Trouble, language: Language): string => {
  const { ended, lastLine, logFile } = trouble
  const isStart = trouble.kind === 'did-not-start'
  return language === 'nl'
    ? [
        isStart ? 'De server kon niet starten.' : 'De server is te vaak achter elkaar uitgevallen.',
        `Wat er gebeurde: ${ended}${lastLine ? ` (${lastLine})` : ''}.`,
        'Uw gegevens staan op schijf; opdrachten gaan verder bij de volgende start.',
        `Logbestand: ${logFile}`,
        'Start KLIC Desktop opnieuw. Gebeurt het weer, stuur dan het logbestand mee met uw vraag.',
      ].join('\n')
    : [
        isStart ? 'The server could not start.' : 'The server failed too often in a row.',
        `What happened: ${ended}${lastLine ? ` (${lastLine})` : ''}.`,
        'Your data is on the disk; jobs go on at the next start.',
        `Log file: ${logFile}`,
        'Start KLIC Desktop again. If it happens again, send the log file along with your question.',
      ].join('\n')
}
