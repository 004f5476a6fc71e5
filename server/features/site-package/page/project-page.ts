/**
 * What lies in front of the site package of a project: index.html and LEESMIJ.txt, which lead to the folder of each area. There its own page has
 * the map, the dates of that area and the red cover when those are over. What is not in the package is said first.
 */

import { mustBeSpokenTo } from '../../../registry/speak-to.ts'
import { LANGUAGES, type Language } from '../../../texts/languages.ts'
import { type Translate, translate } from '../../../texts/texts.ts'
import { SIGNED_NAMES } from '../../signed-zip.ts'
import { inWeight, mustKnow, type SiteHead } from './lines.ts'
import { digHead, escapeHtml, languageButton, link, list, operatorBlock, overLine, section } from './page.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './page-script.ts'
import { inEachLanguage } from './readme.ts'
import { SITE_NAMES } from './site-files.ts'

export interface SiteProject {
  name: string
  /** A folder for each job, at the root of the ZIP, in the order of the project */
  areas: readonly { folder: string; name: string; said: SiteHead }[]
  /** Jobs of the project that are not in it: names, and whether their files were removed */
  leftOut: readonly { name: string; isRemoved: boolean }[]
  /** Whether the areas name applicant and client */
  people: boolean
}

const notIn = ({ leftOut }: SiteProject, t: Translate): string[] =>
  leftOut.map(({ name, isRemoved }) =>
    t(isRemoved ? 'sitePackage.project.removed' : 'sitePackage.project.leftOut', { name }),
  )

/** Who must be called before anybody digs. */
const urgent = ({ operators }: SiteHead): SiteHead['operators'] =>
  inWeight(operators).filter((operator) => !operator.delivered || mustBeSpokenTo(operator))

/** @param hashOf sha256 of a text, in base64 */
export function projectPage(project: SiteProject, hashOf: (text: string) => string): string {
  const policy = `default-src 'none'; style-src 'sha256-${hashOf(PAGE_STYLE)}'; script-src 'sha256-${hashOf(PAGE_SCRIPT)}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(project.name)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<nav hidden><i></i>${LANGUAGES.map((language) => languageButton(language, language.toUpperCase())).join('')}</nav>
${LANGUAGES.map((language) => inLanguage(project, language)).join('\n')}
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`
}

function inLanguage(project: SiteProject, language: Language): string {
  const t = translate(language)
  const { name, areas, people } = project
  const must = [...notIn(project, t), t('sitePackage.project.choose'), t('sitePackage.indicative')]
  return `<main lang="${language}">
<h1>${escapeHtml(name)}</h1>
<p>${escapeHtml(t('sitePackage.project.areas', { n: areas.length }))}</p>
${section('must', t('sitePackage.mustKnow'), list(must.map(escapeHtml)))}
${areas.map((area) => areaBlock(area, language)).join('\n')}
<p>${escapeHtml(people ? t('sitePackage.people.why') : t('sitePackage.people.leftOut'))}</p>
</main>`
}

function areaBlock({ folder, name, said }: SiteProject['areas'][number], language: Language): string {
  const t = translate(language)
  const own = mustKnow(said, language).filter((line) => line !== t('sitePackage.indicative'))
  return section(
    'area',
    name,
    `${digHead(said, language, 'p')}
<p>${escapeHtml(t('sheet.revision', { n: said.revision }))}</p>
${overLine(said, language, 'p')}
${list(own.map(escapeHtml))}
${link(`${folder}/${SITE_NAMES.page}`, t('sitePackage.project.open'), 'call')}
${urgent(said)
  .map((each) => operatorBlock(each, language))
  .join('\n')}`,
  )
}

export const projectReadme = (project: SiteProject): string => inEachLanguage((language) => linesIn(project, language))

function linesIn(project: SiteProject, language: Language): string[] {
  const t = translate(language)
  return [
    `${project.name}, ${t('sitePackage.project.areas', { n: project.areas.length })}`,
    '',
    t('sitePackage.mustKnow'),
    ...[...notIn(project, t), t('sitePackage.project.choose'), t('sitePackage.indicative')].map((line) => `- ${line}`),
    '',
    ...project.areas.flatMap(({ folder, name, said }) => [
      `${name}, ${t('sheet.revision', { n: said.revision })}: ${folder}/${SITE_NAMES.page}, ${folder}/${SITE_NAMES.readme}`,
      ...mustKnow(said, language)
        .filter((line) => line !== t('sitePackage.indicative'))
        .map((line) => `- ${line}`),
      '',
    ]),
    t('sitePackage.file.signed', { manifest: SIGNED_NAMES.manifest }),
    project.people ? t('sitePackage.people.why') : t('sitePackage.people.leftOut'),
  ]
}
