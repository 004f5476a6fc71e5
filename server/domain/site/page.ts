/**
 * index.html of a site package: what LEESMIJ says, to be read and tapped with one finger on a telephone. One file that fetches nothing
 * and opens from a disk; it links to the files beside it. When the last day to begin is over, that covers it until somebody
 * has acknowledged it. Without its script both languages stand one below the other.
 */
import { NOTICE_FILES, sentenceOf } from '../imkl/result-notes.ts'
import { mustBeSpokenTo } from '../imkl/speak-to.ts'
import { dial } from '../phone.ts'
import { LINK_SCRIPT, LINK_STYLE } from './link-script.ts'
import { LINK_WORDS } from './link-words.ts'
import { MAP_STYLE } from './map-style.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './page-script.ts'
import type { SiteMap } from './site-map.ts'
import {
  carefulLines,
  dayIn,
  inWeight,
  LANGUAGES,
  type Language,
  mustKnow,
  peopleLines,
  SITE_WORDS,
  type SiteSaid,
  type SiteWords,
} from './words.ts'

export interface SitePage extends SiteSaid {
  /** Operator by whom, null: of Kadaster */
  documents: readonly { path: string; by: string | null }[]
  /** Null: there is nothing to draw, or too much for a page */
  map: SiteMap | null
  /** Behind a link: which content it is; null: it is a file */
  version: string | null
}

const styleOf = ({ map, version }: SitePage): string =>
  `${PAGE_STYLE}${map ? MAP_STYLE : ''}${version === null ? '' : LINK_STYLE}`

/** Before the page has been read the map stands in it; without scripts its place is not seen, and the lists are. */
const ON_MAP = `document.body.classList.add('on-map')`

const scriptsOf = ({ map, version }: SitePage): string[] => [
  ...(map ? [ON_MAP] : []),
  PAGE_SCRIPT,
  ...(version === null ? [] : [LINK_SCRIPT]),
  ...(map ? [map.script] : []),
]

/**
 * What the page may do: run what is in it, and ask nobody; behind a link its own address too.
 * @param hashOf sha256 of a text, in base64
 */
export function sitePolicy(page: SitePage, hashOf: (text: string) => string): string {
  const { map, version } = page
  const own = version === null ? [] : ["'self'"]
  const [threads, calls] = [
    [...own, ...(map ? ['blob:', 'data:'] : [])],
    [...own, ...(map ? ['blob:'] : [])],
  ]
  return [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(styleOf(page))}'`,
    `script-src ${scriptsOf(page)
      .map((script) => `'sha256-${hashOf(script)}'`)
      .join(' ')}`,
    // Of the page itself: the map's own thread, and what it hands over.
    ...(threads.length > 0 ? [`worker-src ${threads.join(' ')}`] : []),
    ...(calls.length > 0 ? [`connect-src ${calls.join(' ')}`] : []),
    // The first picture has its ground within it.
    ...(map ? ['img-src blob: data:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** @param hashOf sha256 of a text, in base64 */
export function sitePage(page: SitePage, hashOf: (text: string) => string): string {
  const { map, version, revision } = page
  return `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${sitePolicy(page, hashOf)}">
<title>${escaped(page.title)}</title>
<style>${styleOf(page)}</style>
</head>
<body>
${map ? script(ON_MAP) : ''}<nav hidden>${map ? viewButtons() : ''}<i></i>${LANGUAGES.map((language) => languageButton(language, language.toUpperCase())).join('')}</nav>
${version === null ? '' : '<div class="link" role="status" hidden></div>\n'}${map ? mapView(page) : ''}${LANGUAGES.map((language) => inLanguage(page, language)).join('\n')}
${version === null ? '' : json('link-words', LINK_WORDS) + json('link-facts', { version, revision })}${map ? json('site-facts', map.facts) : ''}${scriptsOf(
  page,
)
  .filter((each) => each !== ON_MAP)
  .map(script)
  .join('')}${map ? piecesOf(map) : ''}</body>
</html>
`
}

const script = (text: string): string => `<script>${text}</script>\n`

export const languageButton = (language: Language, text: string): string =>
  `<button type="button" data-lang="${language}" lang="${language}" aria-label="${SITE_WORDS[language].own}">${text}</button>`

/** Both stand in the page; its program shows one. */
const viewButtons = (): string =>
  (['map', 'list'] as const)
    .map(
      (view) =>
        `<button type="button" data-view="${view}" data-nl="${SITE_WORDS.nl.views[view]}" data-en="${SITE_WORDS.en.views[view]}" hidden></button>`,
    )
    .join('')

const mapView = (page: SitePage): string => `<div class="map-view">
${LANGUAGES.map((language) => strip(page, language)).join('\n')}
<div class="stage"><div class="map"></div>${page.map?.first ?? ''}<div class="panel" hidden></div></div>
<div class="tools"></div>
</div>
`

/** What stands against digging, on top of the map; a tap leads to the whole of it. */
function strip(page: SitePage, language: Language): string {
  const words = SITE_WORDS[language]
  const begin = mustKnow(page, language).length
  const { operators, deliveries, isOutdated, notes } = page
  const named = (which: typeof operators) => which.map(({ name }) => name).join(', ')
  const [silent, careful] = [operators.filter(({ delivered }) => !delivered), operators.filter(mustBeSpokenTo)]
  const lines = [
    ...(isOutdated ? [words.outdated] : []),
    // Of these nobody may dig at all.
    ...notes[language].filter(({ code }) => code in NOTICE_FILES).map((note) => sentenceOf(note, language)),
    ...(silent.length > 0 ? [words.strip.silent(silent.length, named(silent))] : []),
    ...(careful.length > 0 ? [words.strip.careful(careful.length, named(careful))] : []),
    words.strip.read(begin),
  ]
  const oldest = deliveries.flatMap(({ composedAt }) => (composedAt === null ? [] : [composedAt])).sort()[0]
  const age =
    oldest === undefined
      ? ''
      : ` <small data-since="${escaped(oldest)}" data-one="${words.age.one}" data-many="${words.age.many}"></small>`
  return `<button type="button" class="strip" lang="${language}">${digHead(page, language, 'span')}${overLine(page, language, 'span')}${lines.map(escaped).join('<br>')}${age}</button>`
}

/** JSON in HTML: nothing in it ends the element. */
const json = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>\n`

/** Behind the program, which has begun while they are still being read. */
const piecesOf = ({ pieces }: SiteMap): string =>
  pieces.map(([id, base64]) => `<script type="text/plain" id="${id}">${base64}</script>\n`).join('')

function inLanguage(page: SitePage, language: Language): string {
  const words = SITE_WORDS[language]
  const { title, revision, deliveries, operators, print, project, gpkg, documents, missing } = page
  const until = lastDayOf(page)
  const { files, project: projectWords } = page.version === null ? words : words.byLink
  return `<main lang="${language}">
<h1>${escaped(title)}</h1>
${digHead(page, language, 'p')}
<p>${escaped(words.revision(revision))}</p>
${section('must', words.heading, list(mustKnow(page, language).map(escaped)))}
${section(
  'operators',
  words.operators,
  inWeight(operators)
    .map((each) => operatorBlock(each, language))
    .join('\n'),
)}
${page.people === null ? '' : peopleBlock(page, words)}${section('deliveries', words.deliveries, list(deliveries.map((each) => deliveryLine(each, language))))}
${section(
  'files',
  files,
  list([
    ...(print ? [`${link(print.name)}: ${escaped(words.print(print.scale))}`] : [escaped(words.noPrint)]),
    ...documents.map(({ path, by }) => `${escaped(by ?? 'Kadaster')}: ${link(path)}`),
    ...missing.map((name) => `${escaped(words.missing)} ${escaped(name)}`),
    ...(project === null ? [] : [`${link(project)}: ${escaped(projectWords)}`]),
    `${link(gpkg)}: ${escaped(words.gpkg)}`,
    ...(page.people === null ? [escaped(words.people.leftOut)] : []),
  ]),
)}
${page.map && page.version === null ? '<section class="check"></section>\n' : ''}</main>
${until === null ? '' : cover(until, language)}`
}

export const section = (name: string, heading: string, body: string): string =>
  `<section class="${name}"><h2>${escaped(heading)}</h2>\n${body}\n</section>`

export const list = (lines: readonly string[]): string =>
  `<ul>\n${lines.map((line) => `<li>${line}</li>`).join('\n')}\n</ul>`

export function operatorBlock(operator: SiteSaid['operators'][number], language: Language) {
  const { name, contacts } = operator
  const words = SITE_WORDS[language]
  const phones = contacts.filter(({ phone }) => dial(phone) !== 'tel:')
  // A precaution may name a desk or an address in place of a number.
  const inWords = contacts.filter(({ kind, phone }) => kind === 'voorzorg' && dial(phone) === 'tel:')
  return `<article><h3>${escaped(name)}</h3>
${carefulLines(operator, words)
  .map((line) => `<p class="careful">${escaped(line)}</p>`)
  .join('')}
${phones.map(({ kind, phone }) => `<a class="call" href="${escaped(dial(phone))}">${escaped(words.kinds[kind])} <b>${escaped(phone)}</b></a>`).join('\n') || `<p>${escaped(words.noContact)}</p>`}
${inWords.map(({ kind, name, phone, email }) => `<p>${escaped(`${words.kinds[kind]}: ${[name, phone, email].filter(Boolean).join(', ')}`)}</p>`).join('')}
</article>`
}

function peopleBlock(page: SitePage, words: SiteWords): string {
  const phones = [page.people?.applicant?.phone, page.people?.principal?.phone].flatMap((phone) => phone ?? [])
  const calls = [...new Set(phones)].filter((phone) => dial(phone) !== 'tel:')
  return `${section(
    'people',
    words.people.heading,
    `<p class="careful">${escaped(words.people.why)}</p>
${list(peopleLines(page, words).map(escaped))}
${calls.map((phone) => `<a class="call" href="${escaped(dial(phone))}"><b>${escaped(phone)}</b></a>`).join('\n')}`,
  )}
`
}

function deliveryLine({ klicNumber, composedAt }: SiteSaid['deliveries'][number], language: Language): string {
  const words = SITE_WORDS[language]
  const said = words.composed(klicNumber, composedAt === null ? words.unknown : dayIn(composedAt, language))
  const age =
    composedAt === null
      ? ''
      : ` <b data-since="${escaped(composedAt)}" data-one="${words.age.one}" data-many="${words.age.many}"></b>`
  return `${escaped(said)}${age}`
}

const lastDayOf = ({ dig }: SiteSaid): string | null => (dig.answer === 'not_for_digging' ? null : dig.beginUntil)

/** Without the page's program it speaks of the day on which the package was made, and says no yes. */
export function digHead({ digOn }: SiteSaid, language: Language, name: 'p' | 'span'): string {
  const dig = digOn[language]
  const first = dig.stages[0]!
  const { answer, title, why } = first.answer === 'yes' ? dig.stale : first
  const [strong, more] = [title, why].map((text) => escaped(text.replace('#', dayIn(dig.on, language))))
  return `<${name} class="dig" lang="${language}" data-answer="${answer}" data-dig="${escaped(JSON.stringify(dig))}"${name === 'p' ? ' role="status"' : ''}><strong>${strong}</strong> <span>${more}</span></${name}>`
}

/** Stays when the cover has been read. */
export function overLine(said: SiteSaid, language: Language, name: 'p' | 'span'): string {
  const until = lastDayOf(said)
  if (until === null) return ''
  return `<${name} class="careful over" data-until="${until}" hidden>${escaped(SITE_WORDS[language].over.title)}</${name}>`
}

/** Shown by the script from the day after; whoever does not read this language has the other by one tap. */
function cover(until: string, language: Language): string {
  const words = SITE_WORDS[language]
  return `<div class="cover" lang="${language}" data-until="${until}" role="alertdialog" aria-modal="true" aria-labelledby="over-${language}" hidden>
<h2 id="over-${language}">${escaped(words.over.title)}</h2>
<p>${escaped(words.over.why(dayIn(until, language)))}</p>
<button type="button">${escaped(words.over.read)}</button>
${LANGUAGES.filter((each) => each !== language)
  .map((each) => languageButton(each, SITE_WORDS[each].own))
  .join('')}
</div>`
}

/** To a file beside the page. */
export const link = (path: string, text = path.slice(path.lastIndexOf('/') + 1), name = ''): string =>
  `<a${name && ` class="${name}"`} href="${escaped(path.split('/').map(encodeURIComponent).join('/'))}">${escaped(text)}</a>`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)
