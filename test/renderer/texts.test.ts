/** Every text in each language: the same keys and places, and what a sentence may not leave out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { reasonValues } from '../../renderer/features/jobs/reason-values.ts'
import type { AreaFault } from '../../server/features/areas/schema.ts'
import type { ImportResult } from '../../server/features/imports/schema.ts'
import type { OfflineMapFault } from '../../server/features/results/map/offline-map-schema.ts'
import { LONGEST_ANSWER_MS } from '../../server/features/results/tasks/run-conversion.ts'
import {
  type ComplaintSetting,
  NEXT_ACTION_REASONS,
  type NextActionReason,
  type WarningCode,
} from '../../server/features/vocabulary.ts'
import { LANGUAGES, type Language } from '../../server/texts/languages.ts'
import { type Key, MESSAGES, translate } from '../../server/texts/texts.ts'
import { placesOf } from '../support/text-places.ts'

const nl = translate('nl')
const en = translate('en')

/** Each text, with 1 in every place. */
const sentences = (language: Language): [key: string, text: string][] =>
  [...MESSAGES[language]].map(([key, message]) => {
    const ones = Object.fromEntries([...placesOf(message)].map((name) => [name, '1']))
    return [key, translate(language)(key as Key, ones)]
  })

/** What the sentences of a job's reasons are made of. */
const PARAMS = {
  delivered: 1,
  total: 3,
  filed: 2,
  refused: 1,
  missing: 1,
  safety_areas: 1,
  revision: 2,
  fictitious: 3,
  operators: ['KPN', 'Vitens'],
  removed_at: '2026-05-01',
  host: 'gds.elders.example',
  link_until: '2026-12-18',
  area_gone: false,
  office: 'https://klic.office.example',
  office_job: 'job_9',
}
const reason = (code: NextActionReason, language: Language, params: typeof PARAMS = PARAMS): string =>
  translate(language)(`reason.${code}`, reasonValues(params, language, String))

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
  'geometryProblem.too_many_points',
  'imports.readingFiles',
  'job.merging.merge',
  'precheck.START_TOO_LATE',
  'precheck.TOO_LONG',
  'precheck.TOO_MANY_POSITIONS',
  'print.countOf',
  'print.tooMany',
  'resultWarning.PRELIMINARY',
  'soFar.what',
  'status.setAside',
  'users.passwordHint',
  // The plugin has no plural forms: of one it takes quoted_one.
  'plugin.quoted',
]
const SEVERAL =
  /\b1 (bestanden|bladen|dagen|deelgebieden|documenten|gebieden|lagen|meldingen|objecten|opdrachten|punten|regels|tekens|velden|werkdagen|areas|characters|days|documents|entries|fields|files|jobs|layers|notifications|objects|parts|points|sheets|working days)\b/

/** English chooses `it` or `them`; the Dutch says neither. */
const SINGULAR_IN_DUTCH = ['reason.incomplete_refused']

for (const language of LANGUAGES) {
  test(`${language} has the same texts as English, with the same places in them`, () => {
    const but = language === 'nl' ? SINGULAR_IN_DUTCH : []
    const places = (messages: ReadonlyMap<string, string>) =>
      [...messages].map(([key, message]) => [key, but.includes(key) ? [] : [...placesOf(message)].sort()])
    assert.deepEqual(places(MESSAGES[language]), places(MESSAGES.en))
  })

  test(`nothing is empty, undefined or unfinished in ${language}`, () => {
    const wrong = sentences(language).filter(
      ([key, text]) => (text.trim() === '' && !SILENT.includes(key)) || /undefined|NaN|TODO|\[object|[{}]/.test(text),
    )
    assert.deepEqual(wrong, [])
  })
}

test('a place that is not filled is an error, never a hole in a sentence', () => {
  assert.throws(() => new IntlMessageFormat('{n} gaten').format({}), /n/)
  assert.throws(() => nl('jobs.progress', { done: 1 }), /total/)
})

test('each code of the contract has a text of its own: without one this does not compile', () => {
  type Fault = NonNullable<ImportResult['files'][number]['fault']>
  type CodedKey =
    | `reason.${NextActionReason}`
    | `pill.${NextActionReason}`
    | `asked.${ComplaintSetting}`
    | `warning.${WarningCode}`
    | `area.unreadable.${AreaFault}`
    | `offlineMap.fault.${OfflineMapFault}`
    | `imports.fault.${Fault}`
  const keyOf = (coded: CodedKey): Key => coded
  for (const code of NEXT_ACTION_REASONS) assert.ok(MESSAGES.en.has(keyOf(`reason.${code}`)), code)
})

test('of one thing no sentence speaks as of several', () => {
  const wrong = LANGUAGES.flatMap(sentences).filter(
    ([key, text]) => !NEVER_OF_ONE.includes(key) && !/^reason\./.test(key) && SEVERAL.test(text),
  )
  assert.deepEqual(wrong, [])
})

type Sentence = readonly [nl: RegExp, en: RegExp]
const NOTHING_FILED: Sentence = [/(nog )?niets ingediend/, /[Nn]othing has been submitted/]
const NOT_TO_DIG: Sentence = [/[Gg]raaf (daar )?niet/, /[Dd]o not dig/]
const BEFORE_DIGGING: Sentence = [/voordat u (daar )?graaft/, /before you dig/]

/** What a sentence has to say in any wording: a digger, or a payer, may read nothing else. */
const SAID: Partial<Record<NextActionReason, readonly Sentence[]>> = {
  quote_open: [NOTHING_FILED],
  quote_expired: [NOTHING_FILED],
  billing_missing: [NOTHING_FILED],
  invoice_not_arranged: [NOTHING_FILED],
  start_date_missing: [NOTHING_FILED],
  start_date_invalid: [NOTHING_FILED],
  input_incomplete: [NOTHING_FILED],
  sending: [[/pas als het Kadaster het accepteert/, /not submitted before Kadaster accepts/]],
  outcome_unknown: [[/nog niet bekend/, /not known yet/]],
  filed_in_part: [[/2 van 3 .* 1.* niet ingediend/, /2 of 3 .* 1.* not submitted/]],
  partly_delivered: [[/nog niet om te graven/, /Do not use this data for digging/]],
  merging_later_delivery: [[/Graaf niet op basis van het vorige/, /Do not dig based on the previous/]],
  ready_precautions: [BEFORE_DIGGING, [/KPN en Vitens/, /KPN and Vitens/]],
  ready_silent: [BEFORE_DIGGING, [/behalve door KPN en Vitens/, /except by KPN and Vitens/]],
  ready_fictitious: [BEFORE_DIGGING],
  ready_empty: [[/bewijst niet dat er niets ligt/, /not prove that nothing lies there/]],
  ready_supplemented: [
    [/graaf niet op basis van het vorige/, /do not dig based on the previous/],
    [/revisie 2/, /revision 2/],
  ],
  ready_later_missing: [[/[Gg]raaf niet op basis van dit resultaat/, /Do not dig based on this result/]],
  incomplete_safety_area: [BEFORE_DIGGING, [/1 van 3 .* ontbreekt/, /1 of 3 .* missing/]],
  incomplete_refused: [BEFORE_DIGGING, [/niet ingediend/, /not submitted/]],
  incomplete_not_delivered: [BEFORE_DIGGING],
  incomplete_unreadable: [BEFORE_DIGGING],
  incomplete_too_long: [NOT_TO_DIG],
  failed_too_long: [NOT_TO_DIG],
  failed_no_delivery: [BEFORE_DIGGING],
  failed_closed_at_office: [
    [/hier is indienen niet meer mogelijk/, /cannot be submitted here/],
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
  for (const code of NEXT_ACTION_REASONS) {
    const refused: readonly Sentence[] = code.startsWith('refused_') ? [NOTHING_FILED] : []
    for (const [index, language] of (['nl', 'en'] as const).entries()) {
      const sentence = reason(code, language)
      for (const said of [...(SAID[code] ?? []), ...refused]) {
        if (!said[index]!.test(sentence)) missing.push(`${code}: ${said[index]} in “${sentence}”`)
      }
      const isComplete = /[Cc]ompleet:|[Aa]lle netbeheerders hebben geleverd|[Cc]omplete:|[Ee]very operator has/.test(
        sentence,
      )
      if (isComplete !== COMPLETE.includes(code)) missing.push(`${code} speaks of all operators: “${sentence}”`)
    }
  }
  assert.deepEqual(missing, [])
})

test('where an answer was lost nobody says that nothing was sent, nor that it was', () => {
  assert.match(nl('problem.OFFLINE'), /niet bekend/)
  assert.match(en('problem.OFFLINE'), /not known/)
  for (const t of [nl, en]) assert.doesNotMatch(t('problem.OFFLINE'), /niets verstuurd|[Nn]othing was sent/)
})

test('what waits is not called filed, in either language', () => {
  const waits = { ...PARAMS, filed: 0 }
  for (const [code, nlSaid, enSaid] of [
    ['queued', /nog niet ingediend/, /not submitted yet/],
    ['judging', /na acceptatie is het ingediend/, /submitted once accepted/],
    ['registry_undecided', /nog niet ingediend/, /not submitted yet/],
  ] as const) {
    assert.match(reason(code, 'nl', waits), nlSaid)
    assert.match(reason(code, 'en', waits), enSaid)
  }
})

test('a print or a comparison that was ended says after how long, in every language', () => {
  for (const t of [nl, en]) assert.match(t('problem.TOOK_TOO_LONG'), new RegExp(`${LONGEST_ANSWER_MS / 60_000} minu`))
})

/** What a Dutch and an English colleague call by the same word. */
const SAME =
  '1 (simulator)|1 object|1 over 1|1 wd|100 cm|130 cm|150 cm|20 cm|40 cm|60 cm|80 cm|Checklists|Contact|Ctrl K|Cursor: 1, 1|Diameter|Dossier|E-mail|Excel|GeoJSON|GeoJSON (WGS84)|GeoPackage|Help|KLIC Desktop|Kadaster|Kadaster, test (ETO)|Label|Later|Letter|Mail (.eml)|Object|Open|Postcode|Product|Project|Ringweg 4, 5684XB Best|Server|Shapefile (ZIP)|Simulator|Status|Type|Updates|Webhooks|Workers|anode|argon|bitumen|diesel|drainage|duct|generator|grade A|grade B|handhole|meter|net|reservoir|terminal|termination|transport|twisted pair|water'.split(
    '|',
  )

test('no text is the same in both languages by accident', () => {
  const english = new Map(sentences('en'))
  const same = sentences('nl').filter(([key, text]) => /[a-z]{2}/.test(text) && text === english.get(key))
  assert.deepEqual([...new Set(same.map(([, text]) => text))].sort(), [...SAME].sort())
})

/** Words of the program, not of its users. */
const REFUSED: Partial<Record<Language, RegExp>> = {
  en: /\bwhoever\b|\bfiled\b|\bhanded over\b|\borientation request\b|\bdemands? precautions\b|\brefuses us\b/i,
  nl: /\bbestelling|\bofferte|\baanvaarding\b|\bvanzelf\b|\bter indiening\b|\bgraaf(t)? (daar |nog )?niet op (deze|dit|het)\b/i,
}

/** A value of IMKL's lists is said as the API says it. */
const OF_IMKL = 'imkl.value.aanvraagsoort.oriëntatieverzoek'

for (const language of LANGUAGES) {
  test(`no text in ${language} says a refused word`, () => {
    assert.deepEqual(
      sentences(language).filter(([key, text]) => REFUSED[language]?.test(text) && key !== OF_IMKL),
      [],
    )
  })
}
