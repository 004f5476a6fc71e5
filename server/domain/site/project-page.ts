/**
 * What lies in front of the site package of a project: index.html and LEESMIJ.txt, which lead to the folder of each area. There its own page has
 * the map, the dates of that area and the red cover when those are over. What is not in the package is said first.
 */
import { mustBeSpokenTo } from '../imkl/speak-to.ts'
import { digHead, escaped, languageButton, link, list, operatorBlock, overLine, section } from './page.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './page-script.ts'
import { inBoth } from './readme.ts'
import { SITE_NAMES } from './site-package.ts'
import { inWeight, LANGUAGES, type Language, mustKnow, SITE_WORDS, type SiteSaid } from './words.ts'

export interface SiteProject {
  name: string
  /** A folder for each job, at the root of the ZIP, in the order of the project */
  areas: readonly { folder: string; name: string; said: SiteSaid }[]
  /** Jobs of the project that are not in it: names, and whether their files were removed */
  leftOut: readonly { name: string; isRemoved: boolean }[]
  /** Whether the areas name applicant and client */
  people: boolean
}

interface Words {
  area: (n: number) => string
  leftOut: (name: string) => string
  removed: (name: string) => string
  choose: string
  open: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  nl: {
    area: (n) => (n === 1 ? '1 gebied' : `${n} gebieden`),
    leftOut: (name) => `NIET IN DIT PAKKET: ${name}. Daarvan is nog geen resultaat: graaf daar niet op deze gegevens.`,
    removed: (name) =>
      `NIET IN DIT PAKKET: ${name}. De bestanden daarvan zijn verwijderd: graaf daar niet op deze gegevens.`,
    choose: 'Elk gebied heeft eigen gegevens, dagen en netbeheerders: open het gebied waarin u staat.',
    open: 'Kaart, nummers en documenten van dit gebied',
  },
  en: {
    area: (n) => (n === 1 ? '1 area' : `${n} areas`),
    leftOut: (name) => `NOT IN THIS PACKAGE: ${name}. There is no result of it yet: do not dig there by these data.`,
    removed: (name) => `NOT IN THIS PACKAGE: ${name}. Its files were removed: do not dig there by these data.`,
    choose: 'Each area has data, days and operators of its own: open the area in which you stand.',
    open: 'Map, numbers and documents of this area',
  },
}

const notIn = ({ leftOut }: SiteProject, words: Words): string[] =>
  leftOut.map(({ name, isRemoved }) => (isRemoved ? words.removed(name) : words.leftOut(name)))

/** Who must be called before anybody digs. */
const urgent = ({ operators }: SiteSaid): SiteSaid['operators'] =>
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
<title>${escaped(project.name)}</title>
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
  const [words, shared] = [WORDS[language], SITE_WORDS[language]]
  const { name, areas, people } = project
  const must = [...notIn(project, words), words.choose, shared.clear]
  return `<main lang="${language}">
<h1>${escaped(name)}</h1>
<p>${escaped(words.area(areas.length))}</p>
${section('must', shared.heading, list(must.map(escaped)))}
${areas.map((area) => areaBlock(area, language)).join('\n')}
<p>${escaped(people ? shared.people.why : shared.people.leftOut)}</p>
</main>`
}

function areaBlock({ folder, name, said }: SiteProject['areas'][number], language: Language): string {
  const shared = SITE_WORDS[language]
  const own = mustKnow(said, language).filter((line) => line !== shared.clear)
  return section(
    'area',
    name,
    `${digHead(said, language, 'p')}
<p>${escaped(shared.revision(said.revision))}</p>
${overLine(said, language, 'p')}
${list(own.map(escaped))}
${link(`${folder}/${SITE_NAMES.page}`, WORDS[language].open, 'call')}
${urgent(said)
  .map((each) => operatorBlock(each, language))
  .join('\n')}`,
  )
}

export const projectReadme = (project: SiteProject): string => inBoth((language) => linesIn(project, language))

function linesIn(project: SiteProject, language: Language): string[] {
  const [words, shared] = [WORDS[language], SITE_WORDS[language]]
  return [
    `${project.name}, ${words.area(project.areas.length)}`,
    '',
    shared.heading,
    ...[...notIn(project, words), words.choose, shared.clear].map((line) => `- ${line}`),
    '',
    ...project.areas.flatMap(({ folder, name, said }) => [
      `${name}, ${shared.revision(said.revision)}: ${folder}/${SITE_NAMES.page}, ${folder}/${SITE_NAMES.readme}`,
      ...mustKnow(said, language)
        .filter((line) => line !== shared.clear)
        .map((line) => `- ${line}`),
      '',
    ]),
    shared.signed,
    project.people ? shared.people.why : shared.people.leftOut,
  ]
}
