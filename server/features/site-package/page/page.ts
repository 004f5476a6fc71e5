/**
 * index.html of a site package: what LEESMIJ says, to be read and tapped with one finger on a telephone. One file that fetches nothing
 * and opens from a disk; it links to the files beside it. When the last day to begin is over, that covers it until somebody
 * has acknowledged it. Without its script both languages stand one below the other.
 */

import type { SiteMap } from '../../../exports/tiles/site-map.ts'
import { NOTICE_FILES, sentenceOf } from '../../../imkl/model/result-notes.ts'
import { dayInWords } from '../../../registry/day-in-words.ts'
import { dial } from '../../../registry/phone.ts'
import { mustBeSpokenTo } from '../../../registry/speak-to.ts'
import { LANGUAGES, type Language } from '../../../texts/languages.ts'
import { type Translate, translate } from '../../../texts/texts.ts'
import type { SiteTrenches } from '../site-trenches.ts'
import { carefulLines, deliveryLine, inWeight, mustKnow, peopleLines, type SiteHead } from './lines.ts'
import { LINK_SCRIPT, LINK_STYLE, linkWords } from './link-script.ts'
import { MAP_STYLE, PAGE_SCRIPT, PAGE_STYLE, TRENCH_STYLE } from './page-script.ts'

export interface SitePage extends SiteHead {
  /** Operator by whom, null: of Kadaster */
  documents: readonly { path: string; by: string | null }[]
  /** Null: there is nothing to draw, or too much for a page */
  map: SiteMap | null
  /** With the page's program; null: the job has no trench plan, or it is left out */
  trenches: { plan: SiteTrenches; script: string } | null
  /** Behind a link: which content it is; null: it is a file */
  version: string | null
}

const styleOf = ({ map, trenches, version }: SitePage): string =>
  `${PAGE_STYLE}${map ? MAP_STYLE : ''}${trenches ? TRENCH_STYLE : ''}${version === null ? '' : LINK_STYLE}`

/** Before the page has been read the map stands in it; without scripts its place is not seen, and the lists are. */
const ON_MAP = `document.body.classList.add('on-map')`

const scriptsOf = ({ map, trenches, version }: SitePage): string[] => [
  ...(map ? [ON_MAP] : []),
  PAGE_SCRIPT,
  ...(version === null ? [] : [LINK_SCRIPT]),
  ...[map?.script ?? trenches?.script ?? []].flat(),
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

/**
 * The page in pieces, in their order: with a map it has tens of megabytes.
 * @param policy sitePolicy of it
 */
export function* sitePage(page: SitePage, policy: string): Generator<string> {
  const { map, trenches, version, revision } = page
  yield `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(page.title)}</title>
<style>${styleOf(page)}</style>
</head>
<body>
${map ? script(ON_MAP) : ''}<nav hidden>${map ? viewButtons() : ''}<i></i>${LANGUAGES.map((language) => languageButton(language, language.toUpperCase())).join('')}</nav>
${version === null ? '' : '<div class="link" role="status" hidden></div>\n'}${map ? mapView(page) : ''}${LANGUAGES.map((language) => inLanguage(page, language)).join('\n')}
`
  if (version !== null)
    yield json('link-words', Object.fromEntries(LANGUAGES.map((each) => [each, linkWords(each)]))) +
      json('link-facts', { version, revision })
  if (map) yield json('site-facts', map.facts)
  if (trenches) yield json('site-trenches', trenches.plan)
  for (const text of scriptsOf(page)) if (text !== ON_MAP) yield script(text)
  // Behind the program, which has begun while they are still being read.
  for (const [id, base64] of map?.pieces ?? []) yield `<script type="text/plain" id="${id}">${base64}</script>\n`
  yield '</body>\n</html>\n'
}

const script = (text: string): string => `<script>${text}</script>\n`

const nameOf = (language: Language): string => translate(language)('language.name')

export const languageButton = (language: Language, text: string): string =>
  `<button type="button" data-lang="${language}" lang="${language}" aria-label="${nameOf(language)}">${text}</button>`

/** Both stand in the page; its program shows one. */
const viewButtons = (): string =>
  (['map', 'list'] as const)
    .map((view) => {
      const names = LANGUAGES.map((language) => `data-${language}="${translate(language)(`sitePackage.view.${view}`)}"`)
      return `<button type="button" data-view="${view}" ${names.join(' ')} hidden></button>`
    })
    .join('')

const mapView = (page: SitePage): string => `<div class="map-view">
${LANGUAGES.map((language) => strip(page, language)).join('\n')}
<div class="stage"><div class="map"></div>${page.map?.first ?? ''}<div class="panel" hidden></div></div>
<div class="tools"></div>
</div>
`

/** Of more operators the strip has the number. */
const MOST_NAMED = 2

/** What stands against digging, on top of the map; a tap leads to the whole of it. */
function strip(page: SitePage, language: Language): string {
  const t = translate(language)
  const begin = mustKnow(page, language).length
  const { operators, deliveries, isOutdated, notes } = page
  const named = (which: typeof operators) => which.map(({ name }) => name).join(', ')
  const [silent, careful] = [operators.filter(({ delivered }) => !delivered), operators.filter(mustBeSpokenTo)]
  const lines = [
    ...(isOutdated ? [t('sitePackage.outdated')] : []),
    // Of these nobody may dig at all.
    ...notes[language].filter(({ code }) => code in NOTICE_FILES).map((note) => sentenceOf(note, language)),
    ...(silent.length > MOST_NAMED
      ? [t('sitePackage.strip.severalSilent', { n: silent.length })]
      : silent.length > 0
        ? [t('sitePackage.strip.silent', { names: named(silent) })]
        : []),
    ...(careful.length > MOST_NAMED
      ? [t('sitePackage.strip.callSeveral', { n: careful.length })]
      : careful.length > 0
        ? [t('sitePackage.strip.call', { names: named(careful) })]
        : []),
    t('sitePackage.strip.read', { n: begin }),
  ]
  const oldest = deliveries.flatMap(({ composedAt }) => (composedAt === null ? [] : [composedAt])).sort()[0]
  const age = oldest === undefined ? '' : ` ${ageOf(oldest, t, 'small')}`
  return `<button type="button" class="strip" lang="${language}">${digHead(page, language, 'span')}${overLine(page, language, 'span')}${lines.map(escapeHtml).join('<br>')}${age}</button>`
}

/** JSON in HTML: nothing in it ends the element. */
const json = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>\n`

function inLanguage(page: SitePage, language: Language): string {
  const t = translate(language)
  const { title, revision, deliveries, operators, print, project, gpkg, documents, missing } = page
  const until = lastDayOf(page)
  const isZip = page.version === null
  return `<main lang="${language}">
<h1>${escapeHtml(title)}</h1>
${digHead(page, language, 'p')}
<p>${escapeHtml(t('sheet.revision', { n: revision }))}</p>
${section('must', t('sitePackage.mustKnow'), list(mustKnow(page, language).map(escapeHtml)))}
${page.trenches ? `${section('trenches', t('trenches.title'), `<p>${t('sitePackage.trenches.noProgram')}</p>`)}\n` : ''}${section(
  'operators',
  t('sheet.operators'),
  inWeight(operators)
    .map((each) => operatorBlock(each, language))
    .join('\n'),
)}
${page.people === null ? '' : peopleBlock(page, t)}${section('deliveries', t('sitePackage.deliveries'), list(deliveries.map((each) => deliveryItem(each, language))))}
${section(
  'files',
  t(isZip ? 'sitePackage.file.inZip' : 'sitePackage.file.byLink'),
  list([
    ...(print
      ? [`${link(print.name)}: ${escapeHtml(t('sitePackage.file.print', { scale: print.scale }))}`]
      : [escapeHtml(t('sitePackage.file.noPrint'))]),
    ...documents.map(({ path, by }) => `${escapeHtml(by ?? 'Kadaster')}: ${link(path)}`),
    ...missing.map((name) => `${escapeHtml(t('sitePackage.file.missing'))} ${escapeHtml(name)}`),
    ...(project === null
      ? []
      : [`${link(project)}: ${escapeHtml(t(isZip ? 'sitePackage.file.project' : 'sitePackage.file.projectByLink'))}`]),
    `${link(gpkg)}: ${escapeHtml(t('sitePackage.file.gpkg'))}`,
    ...(page.people === null ? [escapeHtml(t('sitePackage.people.leftOut'))] : []),
  ]),
)}
${page.map && isZip ? '<section class="check"></section>\n' : ''}</main>
${until === null ? '' : cover(until, language)}`
}

export const section = (name: string, heading: string, body: string): string =>
  `<section class="${name}"><h2>${escapeHtml(heading)}</h2>\n${body}\n</section>`

export const list = (lines: readonly string[]): string =>
  `<ul>\n${lines.map((line) => `<li>${line}</li>`).join('\n')}\n</ul>`

export function operatorBlock(operator: SiteHead['operators'][number], language: Language) {
  const { name, contacts } = operator
  const t = translate(language)
  const phones = contacts.filter(({ phone }) => dial(phone) !== 'tel:')
  // A precaution may name a desk or an address in place of a number.
  const inWords = contacts.filter(({ kind, phone }) => kind === 'voorzorg' && dial(phone) === 'tel:')
  return `<article><h3>${escapeHtml(name)}</h3>
${carefulLines(operator, t)
  .map((line) => `<p class="careful">${escapeHtml(line)}</p>`)
  .join('')}
${phones.map(({ kind, phone }) => `<a class="call" href="${escapeHtml(dial(phone))}">${escapeHtml(t(`sheet.kinds.${kind}`))} <b>${escapeHtml(phone)}</b></a>`).join('\n') || `<p>${escapeHtml(t('sitePackage.noPhone'))}</p>`}
${inWords.map(({ kind, name, phone, email }) => `<p>${escapeHtml(`${t(`sheet.kinds.${kind}`)}: ${[name, phone, email].filter(Boolean).join(', ')}`)}</p>`).join('')}
</article>`
}

function peopleBlock(page: SitePage, t: Translate): string {
  const phones = [page.people?.applicant?.phone, page.people?.principal?.phone].flatMap((phone) => phone ?? [])
  const calls = [...new Set(phones)].filter((phone) => dial(phone) !== 'tel:')
  return `${section(
    'people',
    t('sitePackage.people.title'),
    `<p class="careful">${escapeHtml(t('sitePackage.people.why'))}</p>
${list(peopleLines(page, t).map(escapeHtml))}
${calls.map((phone) => `<a class="call" href="${escapeHtml(dial(phone))}"><b>${escapeHtml(phone)}</b></a>`).join('\n')}`,
  )}
`
}

function deliveryItem(delivery: SiteHead['deliveries'][number], language: Language): string {
  const age = delivery.composedAt === null ? '' : ` ${ageOf(delivery.composedAt, translate(language), 'b')}`
  return `${escapeHtml(deliveryLine(delivery, language))}${age}`
}

/** The page's script writes the number of days in it, for `#`. */
const ageOf = (since: string, t: Translate, name: 'b' | 'small'): string =>
  `<${name} data-since="${escapeHtml(since)}" data-one="${t('sitePackage.age', { n: 1 })}" data-many="${t('sitePackage.age', { n: '#' })}"></${name}>`

const lastDayOf = ({ dig }: SiteHead): string | null => (dig.answer === 'not_for_digging' ? null : dig.beginUntil)

/** Without the page's program it speaks of the day on which the package was made, and says no yes. */
export function digHead({ digOn }: SiteHead, language: Language, name: 'p' | 'span'): string {
  const dig = digOn[language]
  const first = dig.stages[0]!
  const { answer, title, why } = first.answer === 'yes' ? dig.stale : first
  const [strong, more] = [title, why].map((text) => escapeHtml(text.replace('#', dayInWords(dig.on, language))))
  return `<${name} class="dig" lang="${language}" data-answer="${answer}" data-dig="${escapeHtml(JSON.stringify(dig))}"${name === 'p' ? ' role="status"' : ''}><strong>${strong}</strong> <span>${more}</span></${name}>`
}

/** Stays when the cover has been read. */
export function overLine(said: SiteHead, language: Language, name: 'p' | 'span'): string {
  const until = lastDayOf(said)
  if (until === null) return ''
  return `<${name} class="careful over" data-until="${until}" hidden>${escapeHtml(translate(language)('sitePackage.over.title'))}</${name}>`
}

/** Shown by the script from the day after; a reader of the other language gets it by one tap. */
function cover(until: string, language: Language): string {
  const t = translate(language)
  return `<div class="cover" lang="${language}" data-until="${until}" role="alertdialog" aria-modal="true" aria-labelledby="over-${language}" hidden>
<h2 id="over-${language}">${escapeHtml(t('sitePackage.over.title'))}</h2>
<p>${escapeHtml(t('sitePackage.over.why', { day: dayInWords(until, language) }))}</p>
<button type="button">${escapeHtml(t('result.iReadThis'))}</button>
${LANGUAGES.filter((each) => each !== language)
  .map((each) => languageButton(each, nameOf(each)))
  .join('')}
</div>`
}

/** To a file beside the page. */
export const link = (path: string, text = path.slice(path.lastIndexOf('/') + 1), name = ''): string =>
  `<a${name && ` class="${name}"`} href="${escapeHtml(path.split('/').map(encodeURIComponent).join('/'))}">${escapeHtml(text)}</a>`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)
