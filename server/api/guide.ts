/**
 * What a developer has to know beside the operations, as the OpenAPI document tells it: complete calls, the states of a job,
 * how long it takes and how often to ask, revisions, what the files hold, money, and what can't be undone.
 * Lists come from where the code has them, so that they say what it does.
 */

import { MAX_PARTS_AT_ONCE } from '../cut/quote.ts'
import { EXPORT_FORMATS } from '../exports/result-formats.ts'
import { REASON_ROWS } from '../features/jobs/rules/reasons.ts'
import { ASK_AGAIN_SECONDS } from '../features/jobs/rules/retry-after.ts'
import { JOB_STATE_WORDS, NEXT_ACTION_WORDS, PART_STATE_WORDS } from '../features/jobs/state-schema.ts'
import { LAYERS, type Layer } from '../imkl/model/layers.ts'
import { RESULT_TABLES } from '../imkl/model/result.ts'
import { NEXT_ACTION_REASONS, NEXT_ACTIONS } from '../registry/klic.ts'
import { READY_CALLS } from './calls.ts'

export interface GuideTable {
  readonly heads: readonly string[]
  /** Cells as text; `code` stands between backticks. */
  readonly rows: readonly (readonly string[])[]
}
export interface GuideSection {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly tables: readonly GuideTable[]
}

const coded = (value: string): string => `\`${value}\``
const rowsOf = (words: Readonly<Record<string, string>>): string[][] =>
  Object.entries(words).map(([value, meaning]) => [coded(value), meaning])

const WHAT_LAYERS_HOLD: Readonly<Record<string, string>> = {
  aanvraag_polygoon: 'What was asked for: the areas of the notifications',
  eigen_topografie_vlak: 'Buildings and the like that an operator drew itself',
  eigen_topografie_lijn: 'Topography that an operator drew itself',
  eigen_topografie_punt: 'Topography that an operator drew itself',
  eis_voorzorgsmaatregel: 'Areas in which an operator demands to be called before anyone digs',
  extra_geometrie: 'The true outline of wide cables, pipes and objects',
  kabel_en_leiding_container: 'Ducts, cable beds, pipes that hold others',
  kabel_of_leiding: 'Cables and pipes',
  containerleidingelement: 'Manholes, poles, towers, technical buildings',
  annotatie_lijn: 'Lines that belong to a text',
  annotatie_punt: 'Texts and arrows',
  maatvoering_lijn: 'Dimension lines',
  maatvoering_punt: 'Texts and arrow heads of dimensions',
  diepte: 'Measured depths',
  extra_detailinfo_vlak: 'Where a document of an operator belongs',
  extra_detailinfo_lijn: 'Where a document of an operator belongs',
  extra_detailinfo_punt: 'Where a document belongs: house connection sketches, profiles, photos',
  leidingelement: 'Valves, joints, cabinets and other elements',
}
const WHAT_TABLES_HOLD: Readonly<Record<string, string>> = {
  levering: 'The deliveries that it was made from',
  netbeheerder: 'The network operators with an interest, whether each delivered, and whom to call',
  utiliteitsnet: 'The networks',
  document: 'The documents of the deliveries',
  onbekend: 'Objects of classes that no layer is for',
  waarschuwing: 'What to look at in the result',
  verantwoording: 'The account: what became of every object that was delivered, by operator',
}

const columnsOf = ({ columns }: { columns: Layer['columns'] }): string =>
  columns.map(({ name, type }) => `${coded(name)} ${type}`).join(', ')
const common = LAYERS[0]!.columns.filter(({ name }) =>
  LAYERS.every((layer) => layer.columns.some((c) => c.name === name)),
)
const ownOf = (layer: Layer): string =>
  columnsOf({ columns: layer.columns.filter((column) => !common.includes(column)) }) || 'none'

const shortened = LAYERS.flatMap(({ columns }) => columns).filter(({ name, shp }) => name !== shp)
const shortNames = [...new Map(shortened.map(({ name, shp }) => [name, shp]))]

export const GUIDE: readonly GuideSection[] = [
  {
    title: 'Complete calls',
    paragraphs: [
      'Send your key in the header `X-API-Key`. Each of these programs quotes, submits, waits and downloads. It takes `KLIC_URL` and `KLIC_KEY` from the environment.',
      ...READY_CALLS.map(({ title, language, text }) => `**${title}**\n\n\`\`\`${language}\n${text}\`\`\``),
    ],
    tables: [],
  },
  {
    title: 'The states of a job',
    paragraphs: [
      'A program goes by `next_action`, and shows `next_action_message`. `status` says where the job is: quoted, accepted, submitted, partially_delivered, processing, ready or ready_incomplete, in this order, with steps left out; rejected and failed end it. A later delivery takes a ready job through processing once more.',
      '`next_action_reason` says why, and `next_action_params` holds the figures and names of the reason. A later version may add a reason; its action is one of these.',
    ],
    tables: [
      { heads: ['status of a job', 'Means'], rows: rowsOf(JOB_STATE_WORDS) },
      {
        heads: ['next_action', 'What to do'],
        rows: NEXT_ACTIONS.map((each) => [coded(each), NEXT_ACTION_WORDS[each]]),
      },
      {
        heads: ['next_action_reason', 'next_action', 'When'],
        rows: NEXT_ACTION_REASONS.map((reason) => {
          const { action, means } = REASON_ROWS[reason]
          return [coded(reason), coded(action), means]
        }),
      },
      { heads: ['status of a part or request', 'Means'], rows: rowsOf(PART_STATE_WORDS) },
    ],
  },
  {
    title: 'How long it takes, and how often to ask',
    paragraphs: [
      'A quote is answered at once. Filing takes seconds to minutes after the 202. Then operators have one working day to answer; Kadaster delivers when all have, or in part after two working days. Supplements may follow up to 20 working days later. With the simulator all of it takes seconds.',
      `Every answer about a job whose next_action is wait carries \`Retry-After\`: ask again after so many seconds (${ASK_AGAIN_SECONDS.soon} while our own work is next, ${ASK_AGAIN_SECONDS.registry} while the registry's is, ${ASK_AGAIN_SECONDS.simulator} with the simulator). \`If-None-Match\` with the ETag of the last answer makes asking cheap: 304. Asking more often is allowed within the rate limit, and brings nothing sooner.`,
      'Better than asking: `webhook_url`, and `GET /events` for who can’t be called. Wait with a deadline of weeks, not hours.',
    ],
    tables: [],
  },
  {
    title: 'When an answer is lost',
    paragraphs: [
      'Give every job a `client_ref` of your own, such as the number of the order. After a lost answer send the same call again: the same client_ref always denotes the same job, and nothing is filed twice. `GET /jobs?client_ref=` looks it up without sending anything; `status`, `created_since` and `changed_since` narrow the list as well, and `q` looks for a text.',
      '`POST /jobs/{job_id}/submit` may be repeated likewise. A repeat carries `Idempotent-Replayed: true`.',
    ],
    tables: [],
  },
  {
    title: 'Revisions and supplements',
    paragraphs: [
      '`revision` counts the results of a job: 0 before there is one, 1 with the first. When Kadaster sends a supplement the job goes through processing again, and has a result with the next revision: other files, other ETags, and `job.ready` once more. Exports always answer the newest one; keep the revision with what you download, and download again when it rises. Nobody should dig by a former one.',
      'The files of one revision never change: the same bytes on every download.',
    ],
    tables: [],
  },
  {
    title: 'What the files hold',
    paragraphs: [
      'All three formats hold the same objects in RD New (EPSG:28992), in metres. gpkg: a layer for each row below and the tables, with styles and a project for QGIS. geojson: one FeatureCollection; the property `laag` of each feature names its layer, and further members of the collection (`levering`, `netbeheerders`, `documenten`, `waarschuwingen` and so on) hold the tables. shp: a ZIP with a Shapefile for each layer, the tables as CSV, and LEESMIJ.txt; names of columns have at most 10 characters there.',
      'Names are the Dutch terms of IMKL. Every layer is there, also when it is empty; a value that is not known is null.',
      `Every layer has ${columnsOf({ columns: common })}.`,
    ],
    tables: [
      {
        heads: ['Layer', 'Geometry', 'Holds', 'Further columns'],
        rows: LAYERS.map((layer) => [
          coded(layer.name),
          layer.geometry,
          WHAT_LAYERS_HOLD[layer.name] ?? '',
          ownOf(layer),
        ]),
      },
      {
        heads: ['Table', 'Holds', 'Columns'],
        rows: RESULT_TABLES.map((table) => [coded(table.name), WHAT_TABLES_HOLD[table.name] ?? '', columnsOf(table)]),
      },
      { heads: ['Column', 'In a Shapefile'], rows: shortNames.map(([name, shp]) => [coded(name), coded(shp)]) },
    ],
  },
  {
    title: 'Downloading, ETag and gzip',
    paragraphs: [
      `\`format\` is one of ${EXPORT_FORMATS.join(', ')}. \`ETag\` is the sha256 of the bytes in quotes, \`X-Service-Sha256\` the same in plain hex. Who asks with \`Accept-Encoding: gzip\`, as most HTTP libraries do by themselves, gets geojson compressed, with the ETag \`"<sha256>-gzip"\`; X-Service-Sha256 is always that of the file itself, so compare what you have unpacked with that. Give \`If-None-Match\` the ETag as you got it.`,
      'Ranges work, so a download that broke off can go on: `Range` with `If-Range`. Stream large files to the disk; a result may be hundreds of megabytes.',
    ],
    tables: [],
  },
  {
    title: 'Quotes of large areas',
    paragraphs: [
      `A quote of up to ${MAX_PARTS_AT_ONCE} notifications is the best one at once: \`quote.final\` is true. One of more answers with its first cut and \`"final": false\`, while a better cut is looked for in the background: \`{"notifications": 12, "total": {"amount": "479.40", "currency": "EUR"}, "final": false}\` may become \`{"notifications": 11, "total": {"amount": "439.45", "currency": "EUR"}, "final": true}\`. The price may fall; it never rises.`,
      'To see the best price, ask GET /jobs/{job_id} again after a second or two until `final` is true: seconds, not minutes, for the work is bounded. Nobody has to wait: POST /jobs/{job_id}/submit files what the job holds at that moment, and so does `"submit": true` with the best cut that it finds first.',
    ],
    tables: [],
  },
  {
    title: 'Money, VAT and the invoice',
    paragraphs: [
      '`quote.total` is what submitting costs: `price_per_notification` for each notification. All amounts are in euro and exclude VAT (`vat: "excluded"`). A quote costs nothing.',
      '`quote.billed_by` says who sends the invoice. `invoice`: the operator of this server, by its monthly statement. `kadaster`: Kadaster, to the company’s own relation number: `quote.kadaster_tariff` says what, exempt from VAT and apart from `total`. `registry_reference` is the reference that stands on an invoice.',
    ],
    tables: [],
  },
  {
    title: 'Cancelling and deleting',
    paragraphs: [
      'A quote needs no cancelling: it is not filed, and ends by itself after 30 days. What was submitted can’t be withdrawn over this API, and is paid for: the registry gets it within seconds.',
      'Jobs and requests are not deleted. Their files go when the company keeps them no longer (settings, Storage): a warning and the event `files.expiring` come a week before, then exports answer 410. A key is revoked by DELETE /keys/{key_id}.',
    ],
    tables: [],
  },
]

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** For `info.description`, which OpenAPI takes as CommonMark; tables as most readers of it know them. */
export const guideInMarkdown = (): string =>
  GUIDE.map(({ title, paragraphs, tables }) =>
    [
      `## ${title}`,
      ...paragraphs,
      ...tables.map(({ heads, rows }) =>
        [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n'),
      ),
    ].join('\n\n'),
  ).join('\n\n')
