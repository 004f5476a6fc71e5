/** The words of the window, in every language. Their type holds that the keys are the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../renderer/i18n/en.ts'
import { nl } from '../../renderer/i18n/nl.ts'
import { NEXT_ACTION_REASONS, type NextActionReason } from '../../server/contract/vocabulary.ts'
import { LONGEST_ANSWER_MS } from '../../server/runtime/run-conversion.ts'

/** Every key with its path; a sentence that is made is made of something that can be seen in it. */
const sentences = (words: object, path = ''): [path: string, text: string][] =>
  Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    const at = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return [[at, value]]
    if (typeof value === 'function' && /(reason|today\.line)$/.test(path)) return [[at, value(PARAMS)]]
    if (typeof value === 'function') return [[at, String(value(...Array.from(value as never, () => '1'), 1, 1, 1))]]
    return sentences(value as object, at)
  })

/** What the sentences of a job's reasons are made of, and of those against digging. */
const PARAMS = {
  delivered: 1,
  total: 3,
  filed: 2,
  refused: 1,
  missing: 1,
  safety_areas: 1,
  revision: 2,
  fictitious: 3,
  day: '18-12-2026',
  count: 2,
  operators: ['KPN', 'Vitens'],
  complaints: ['MISSING'],
  removed_at: '1 mei 2026',
  host: 'gds.elders.example',
  link_until: '18-12-2026',
  area_gone: false,
  office: 'https://klic.office.example',
  office_job: 'job_9',
}

/** Nothing is to be said there. */
const SILENT = ['area.hint.none']

/** Said of several only, or of a bound that is more than one. */
const NEVER_OF_ONE = [
  'area.corners.all',
  'area.pasted',
  'area.areaImport.allLayers',
  'area.referenceLeft',
  'area.plainGrid',
  'confirm.meant',
  'feature.several',
  'imports.reading',
  'job.merging.merge',
  'print.countOf',
  'print.tooMany',
  'status.setAside',
  'users.passwordHint',
]
const SEVERAL =
  /\b1 (bestanden|bladen|dagen|deelgebieden|documenten|gebieden|lagen|meldingen|objecten|opdrachten|punten|regels|tekens|velden|werkdagen|areas|characters|days|documents|entries|fields|files|jobs|layers|notifications|objects|parts|points|sheets|working days)\b/

const LANGUAGES = { en, nl }

for (const [language, words] of Object.entries(LANGUAGES)) {
  test(`nothing is empty, undefined or unfinished in ${language}`, () => {
    const wrong = sentences(words).filter(
      ([path, text]) => (text.trim() === '' && !SILENT.includes(path)) || /undefined|NaN|TODO|\[object/.test(text),
    )
    assert.deepEqual(wrong, [])
  })
}

test('of one thing no sentence speaks as of several', () => {
  const made = (words: object, path = ''): [path: string, texts: string[]][] =>
    Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
      const at = path === '' ? key : `${path}.${key}`
      if (typeof value === 'object' && value !== null) return made(value, at)
      if (typeof value !== 'function' || /(reason|today\.line|awaited)$/.test(path)) return []
      // A number comes as one or written out; only what is wrong both ways is wrong.
      return [[at, [1, '1'].map((one) => String(value(...Array.from({ length: 6 }, () => one))))]]
    })
  const wrong = Object.values(LANGUAGES)
    .flatMap((words) => made(words))
    .filter(([path, texts]) => !NEVER_OF_ONE.includes(path) && texts.every((text) => SEVERAL.test(text)))
  assert.deepEqual(wrong, [])
})

type Sentence = readonly [nl: RegExp, en: RegExp]
const NOTHING_FILED: Sentence = [/(nog )?niets ingediend/, /[Nn]othing has been filed/]
const NOT_TO_DIG: Sentence = [/[Gg]raaf (daar )?niet/, /[Dd]o not dig/]
const BEFORE_DIGGING: Sentence = [/voordat u (daar )?graaft/, /before you dig/]

/** What a sentence has to say, however it is worded: whoever digs, or pays, may read nothing else. */
const SAID: Partial<Record<NextActionReason, readonly Sentence[]>> = {
  quote_open: [NOTHING_FILED],
  quote_expired: [NOTHING_FILED],
  billing_missing: [NOTHING_FILED],
  invoice_not_arranged: [NOTHING_FILED],
  start_date_missing: [NOTHING_FILED],
  start_date_invalid: [NOTHING_FILED],
  input_incomplete: [NOTHING_FILED],
  sending: [[/pas als het Kadaster het aanneemt/, /not filed before Kadaster accepts/]],
  outcome_unknown: [[/nog niet bekend/, /not known yet/]],
  filed_in_part: [[/2 van 3 .* 1.* niet ingediend/, /2 of 3 .* 1.* not filed/]],
  partly_delivered: [[/Graaf nog niet/, /Do not dig/]],
  merging_later_delivery: [[/Graaf niet op het vorige/, /Do not dig by the former/]],
  ready_precautions: [BEFORE_DIGGING, [/KPN en Vitens/, /KPN and Vitens/]],
  ready_silent: [BEFORE_DIGGING, [/behalve door KPN en Vitens/, /except by KPN and Vitens/]],
  ready_fictitious: [BEFORE_DIGGING],
  ready_empty: [[/bewijst niet dat er niets ligt/, /not prove that nothing lies there/]],
  ready_supplemented: [
    [/graaf niet op het vorige/, /do not dig by the former/],
    [/revisie 2/, /revision 2/],
  ],
  ready_later_missing: [[/[Gg]raaf niet op dit resultaat/, /Do not dig by this result/]],
  incomplete_safety_area: [BEFORE_DIGGING, [/1 van 3 .* ontbreekt/, /1 of 3 .* missing/]],
  incomplete_refused: [BEFORE_DIGGING, [/niet ingediend/, /not filed/]],
  incomplete_not_delivered: [BEFORE_DIGGING],
  incomplete_unreadable: [BEFORE_DIGGING],
  incomplete_too_long: [NOT_TO_DIG],
  failed_too_long: [NOT_TO_DIG],
  failed_no_delivery: [BEFORE_DIGGING],
  failed_closed_at_office: [
    [/hier is indienen niet meer mogelijk/, /cannot be filed here/],
    [
      /\(https:\/\/klic\.office\.example\)\. Daar is het job_9\./,
      /\(https:\/\/klic\.office\.example\)\. There it is job_9\./,
    ],
  ],
}
/** Only of these may it be said that every operator has delivered. */
const COMPLETE: readonly NextActionReason[] = ['ready', 'ready_precautions', 'ready_fictitious']

test('the sentence of a reason says what nobody may miss, and none calls complete what is not', () => {
  const missing: string[] = []
  for (const reason of NEXT_ACTION_REASONS) {
    const refused: readonly Sentence[] = reason.startsWith('refused_') ? [NOTHING_FILED] : []
    for (const [index, words] of [nl, en].entries()) {
      const sentence = words.reason[reason](PARAMS)
      for (const said of [...(SAID[reason] ?? []), ...refused]) {
        if (!said[index]!.test(sentence)) missing.push(`${reason}: ${said[index]} in “${sentence}”`)
      }
      const isComplete = /[Cc]ompleet:|[Aa]lle netbeheerders hebben geleverd|[Cc]omplete:|[Ee]very operator has/.test(
        sentence,
      )
      if (isComplete !== COMPLETE.includes(reason)) missing.push(`${reason} speaks of all operators: “${sentence}”`)
    }
  }
  assert.deepEqual(missing, [])
})

test('where an answer was lost nobody says that nothing was sent, nor that it was', () => {
  assert.match(nl.problem.OFFLINE, /niet bekend/)
  assert.match(en.problem.OFFLINE, /not known/)
  for (const words of [nl, en]) assert.doesNotMatch(words.problem.OFFLINE, /niets verstuurd|[Nn]othing was sent/)
})

test('what waits is not called filed, in either language', () => {
  const waits = { ...PARAMS, filed: 0 }
  for (const [reason, nlSaid, enSaid] of [
    ['queued', /nog niet ingediend/, /not filed yet/],
    ['judging', /na aanvaarding is het ingediend/, /filed once accepted/],
    ['registry_undecided', /ingediend is het nog niet/, /not filed yet/],
  ] as const) {
    assert.match(nl.reason[reason](waits), nlSaid)
    assert.match(en.reason[reason](waits), enSaid)
  }
})

test('whoever waited for a print or a comparison that was ended reads after how long, in every language', () => {
  for (const words of Object.values(LANGUAGES)) {
    assert.ok(words.problem.TOOK_TOO_LONG.includes(`${LONGEST_ANSWER_MS / 60_000} minu`), words.problem.TOOK_TOO_LONG)
  }
})

/** What a Dutch and an English colleague call by the same word. */
const SAME =
  '1 object|1 over 1|1 wd|100 cm|130 cm|150 cm|20 cm|40 cm|60 cm|80 cm|Checklists|Contact|Ctrl K|Cursor: 1, 1|Diameter|Dossier|E-mail|Excel|GeoJSON|GeoJSON (WGS84)|GeoPackage|KLIC Desktop|Kadaster|Kadaster, test (ETO)|Label|Later|Letter|Mail (.eml)|Object|Open|Postcode|Product|Project|Server|Shapefile (ZIP)|Simulator|Status|Type|Updates|Webhooks|Workers|drainage'.split(
    '|',
  )

test('no text is the same in both languages by accident', () => {
  const english = new Map(sentences(en))
  const same = sentences(nl).filter(([path, text]) => /[a-z]{2}/.test(text) && text === english.get(path))
  assert.deepEqual([...new Set(same.map(([, text]) => text))].sort(), [...SAME].sort())
})
