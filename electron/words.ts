/** What the shell itself says, in Dutch and English. The window has its own texts (server/texts). */
import type { Trouble } from './supervise.ts'
import type { ClockEvent, Due } from './watch-jobs.ts'

export type Language = 'nl' | 'en'

/** @param locale as the system names it, 'nl-NL' */
export const languageOf = (locale: string): Language => (locale.toLowerCase().startsWith('nl') ? 'nl' : 'en')

const en = {
  show: 'Show KLIC Desktop',
  quit: 'Quit KLIC Desktop',
  file: 'File',
  newArea: 'New area',
  open: 'Open…',
  settings: 'Settings…',
  closeWindow: 'Close window',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  view: 'View',
  actualSize: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullScreen: 'Full screen',
  help: 'Help',
  showLog: 'Show the log file',
  showData: 'Show the data folder',
  apiDocs: 'API reference',
  licences: 'Licences',
  aboutKlic: 'About KLIC notifications (kadaster.nl)',
  serverStarting: 'The server is starting',
  serverRuns: (port: number) => `The server runs on port ${port}`,
  openJobs: (count: number) => (count === 1 ? '1 job under way' : `${count} jobs under way`),
  stillRunning: 'KLIC Desktop runs on in the tray, so that QGIS and other programs keep working. Quit it there.',
  /** Of what a notification is about, where nothing of it is real. */
  simulated: (name: string) => `${name} (simulator)`,
  /** By the reason of a result; one without words here by the state. */
  jobEnded: {
    ready: 'Complete: every operator has delivered',
    ready_precautions: 'Every operator has delivered. Precautions are demanded: read whom to call before you dig',
    ready_silent: 'The result is there, but not every operator has delivered: read who before you dig',
    ready_fictitious:
      'Every operator has delivered; some cables or pipes are drawn schematically: read how many before you dig',
    ready_empty: 'No operator reported anything here; that does not prove that nothing lies there',
    ready_supplemented: 'A later delivery came and the result was made anew: do not dig by the former one',
    ready_incomplete: 'The result is there, but part of the area is missing: read what to do before you dig',
    rejected: 'Kadaster refused it: nothing has been filed. Read what to do',
    failed: 'Work on it has stopped: read what to do',
    other: 'The result is there: read what it says before you dig',
  },
  /** By the event, with its day as it is written here and the operators that it names. */
  due: {
    'validity.expiring': (day: string) => `Begin by ${day}, or file a new notification`,
    'precaution.due': (day: string, operators: string) => `Contact ${operators} by ${day} for the precautions`,
    'start.missed': (day: string) => `The work had to begin by ${day}: record the start, or file a new notification`,
  },
  precautionArea: 'whoever manages the area of precaution',
  files: 'KLIC deliveries and areas',
  chooseMap: 'Choose an offline map',
  maps: 'Map files',
  saveExport: 'Save export',
  cannotOpen: (file: string) => `${file} could not be opened`,
  troubleTitle: 'KLIC Desktop has stopped',
  portTitle: 'The port of KLIC Desktop is taken',
  portTaken: (port: number, holder: string | undefined) =>
    `Port ${port} is in use by ${holder ? `“${holder}”` : 'another program'}. QGIS and other programs reach KLIC Desktop at that port, so it does not move by itself.`,
  portOnce: (port: number) =>
    `Close that program and try again, or use port ${port} this time; addresses in QGIS with the former port then do not work.`,
  portAgain: 'Try again',
  portUse: (port: number) => `Use port ${port} this time`,
  undoneTitle: 'The update has been undone',
  undone: (version: string) =>
    `Version ${version} did not start. The version before it is put back, with your data as they were.`,
  notUndone: (version: string) =>
    `Version ${version} did not start. Your data are put back as they were before the update. Install the former version again.`,
}

const nl: typeof en = {
  show: 'KLIC Desktop tonen',
  quit: 'KLIC Desktop afsluiten',
  file: 'Bestand',
  newArea: 'Nieuw gebied',
  open: 'Openen…',
  settings: 'Instellingen…',
  closeWindow: 'Venster sluiten',
  edit: 'Bewerken',
  undo: 'Ongedaan maken',
  redo: 'Opnieuw',
  cut: 'Knippen',
  copy: 'Kopiëren',
  paste: 'Plakken',
  selectAll: 'Alles selecteren',
  view: 'Beeld',
  actualSize: 'Werkelijke grootte',
  zoomIn: 'Inzoomen',
  zoomOut: 'Uitzoomen',
  fullScreen: 'Volledig scherm',
  help: 'Help',
  showLog: 'Logbestand tonen',
  showData: 'Gegevensmap tonen',
  apiDocs: 'API-naslag',
  licences: 'Licenties',
  aboutKlic: 'Over KLIC-meldingen (kadaster.nl)',
  serverStarting: 'De server start',
  serverRuns: (port) => `De server draait op poort ${port}`,
  openJobs: (count) => (count === 1 ? '1 opdracht onderweg' : `${count} opdrachten onderweg`),
  stillRunning:
    "KLIC Desktop blijft in het systeemvak draaien, zodat QGIS en andere programma's blijven werken. Sluit het daar af.",
  simulated: (name) => `${name} (simulator)`,
  jobEnded: {
    ready: 'Compleet: alle netbeheerders hebben geleverd',
    ready_precautions:
      'Alle netbeheerders hebben geleverd. Er gelden voorzorgsmaatregelen: lees wie u belt voordat u graaft',
    ready_silent: 'Het resultaat is er, maar niet elke netbeheerder heeft geleverd: lees wie voordat u graaft',
    ready_fictitious:
      'Alle netbeheerders hebben geleverd; sommige kabels of leidingen zijn schematisch (fictief) ingetekend: lees welke voordat u graaft',
    ready_empty: 'Geen enkele netbeheerder meldde hier iets; dat bewijst niet dat er niets ligt',
    ready_supplemented: 'Er kwam een latere levering en het resultaat is opnieuw gemaakt: graaf niet op het vorige',
    ready_incomplete:
      'Het resultaat is er, maar een deel van het gebied ontbreekt: lees wat u moet doen voordat u graaft',
    rejected: 'Het Kadaster weigerde het: er is niets ingediend. Lees wat u kunt doen',
    failed: 'Het werk eraan is gestopt: lees wat u kunt doen',
    other: 'Het resultaat is er: lees wat erbij staat voordat u graaft',
  },
  due: {
    'validity.expiring': (day) => `Begin uiterlijk ${day}, anders is een nieuwe graafmelding nodig`,
    'precaution.due': (day, operators) =>
      `Neem uiterlijk ${day} contact op met ${operators} over de voorzorgsmaatregelen`,
    'start.missed': (day) =>
      `Het werk moest uiterlijk ${day} beginnen: leg het begin vast of doe een nieuwe graafmelding`,
  },
  precautionArea: 'de beheerder van het voorzorgsgebied',
  files: 'KLIC-leveringen en gebieden',
  chooseMap: 'Kies een offline kaart',
  maps: 'Kaartbestanden',
  saveExport: 'Export opslaan',
  cannotOpen: (file) => `${file} kon niet worden geopend`,
  troubleTitle: 'KLIC Desktop is gestopt',
  portTitle: 'De poort van KLIC Desktop is bezet',
  portTaken: (port, holder) =>
    `Poort ${port} is in gebruik door ${holder ? `“${holder}”` : 'een ander programma'}. QGIS en andere programma's bereiken KLIC Desktop op die poort; daarom verschuift die niet vanzelf.`,
  portOnce: (port) =>
    `Sluit dat programma en probeer het opnieuw, of gebruik deze keer poort ${port}; adressen in QGIS met de oude poort werken dan niet.`,
  portAgain: 'Opnieuw proberen',
  portUse: (port) => `Deze keer poort ${port}`,
  undoneTitle: 'De update is ongedaan gemaakt',
  undone: (version) =>
    `Versie ${version} startte niet. De vorige versie is teruggezet, met uw gegevens zoals ze waren.`,
  notUndone: (version) =>
    `Versie ${version} startte niet. Uw gegevens zijn teruggezet zoals ze voor de update waren. Installeer de vorige versie opnieuw.`,
}

const words: Record<Language, typeof en> = { en, nl }

export type Words = typeof en

/** What a notification says of a job that ended. */
export const wordsOfEnd = ({ jobEnded }: Words, status: string, reason: string): string => {
  const said: Readonly<Record<string, string>> = jobEnded
  // Whoever is told that all is complete where more is to be read may dig by it.
  return said[reason] ?? (status === 'ready' ? undefined : said[status]) ?? jobEnded.other
}

/** What a notification says of a day that is due. */
export const wordsOfDue = (language: Language, type: ClockEvent, { day, operators }: Due): string => {
  const { due, precautionArea } = words[language]
  const locale = language === 'nl' ? 'nl-NL' : 'en-GB'
  const written = new Date(day).toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'short' })
  return due[type](written, operators.map((name) => name || precautionArea).join(', '))
}

export const wordsIn = (language: Language): Words => words[language]

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
