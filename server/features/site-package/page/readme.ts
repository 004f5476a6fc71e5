/** LEESMIJ.txt of a site package: what must be known before anybody digs, whom to call, and what is in the ZIP, in each language. */
import { LANGUAGES, type Language } from '../../../texts/languages.ts'
import { type Translate, translate } from '../../../texts/texts.ts'
import { SIGNED_NAMES } from '../../signed-zip.ts'
import { carefulLines, deliveryLine, inWeight, mustKnow, peopleLines, type SiteHead } from './lines.ts'
import { SITE_NAMES } from './site-files.ts'

/** A LEESMIJ.txt: lines in one language after the other, as any editor of Windows shows them. */
export const inEachLanguage = (lines: (language: Language) => readonly string[]): string =>
  LANGUAGES.flatMap((language, i) => [...(i > 0 ? ['-'.repeat(72), ''] : []), ...lines(language), ''])
    .map((line) => `${line}\r\n`)
    .join('')

export const readme = (facts: SiteHead): string => inEachLanguage((language) => inLanguage(facts, language))

function inLanguage(facts: SiteHead, language: Language): string[] {
  const t = translate(language)
  const { title, revision, deliveries, print, project, gpkg, missing } = facts
  return [
    `${title}, ${t('sheet.revision', { n: revision })}`,
    '',
    ...headed(t('sitePackage.mustKnow'), mustKnow(facts, language)),
    ...headed(
      t('sitePackage.deliveries'),
      deliveries.map((each) => deliveryLine(each, language)),
    ),
    ...headed(
      t('sheet.operators'),
      inWeight(facts.operators).map((operator) => operatorLine(operator, t)),
    ),
    ...(facts.people === null
      ? []
      : headed(t('sitePackage.people.title'), [...peopleLines(facts, t), t('sitePackage.people.why')])),
    ...headed(t('sitePackage.file.inZip'), [
      `${SITE_NAMES.page}: ${t('sitePackage.file.page')}`,
      ...(print
        ? [`${print.name}: ${t('sitePackage.file.print', { scale: print.scale })}`]
        : [t('sitePackage.file.noPrint')]),
      ...(project === null ? [] : [`${project}: ${t('sitePackage.file.project')}`]),
      `${gpkg}: ${t('sitePackage.file.gpkg')}`,
      ...(facts.hasDocuments ? [`documenten/: ${t('sitePackage.file.documents')}`] : []),
      ...(facts.hasLetters ? [`brieven/: ${t('sitePackage.file.letters')}`] : []),
      t('sitePackage.file.signed', { manifest: SIGNED_NAMES.manifest }),
      ...(facts.people === null ? [t('sitePackage.people.leftOut')] : []),
    ]),
    ...(missing.length > 0 ? headed(t('sitePackage.file.missing'), missing) : []),
  ]
}

const headed = (heading: string, lines: readonly string[]): string[] => [
  heading,
  ...lines.map((line) => `- ${line}`),
  '',
]

function operatorLine(operator: SiteHead['operators'][number], t: Translate): string {
  const { name, contacts } = operator
  const phones = contacts.flatMap(({ kind, name, phone, email }) => {
    // A precaution may name a desk or an address in place of a number.
    if (kind === 'voorzorg') return `${t(`sheet.kinds.${kind}`)} ${[name, phone, email].filter(Boolean).join(', ')}`
    return phone ? `${t(`sheet.kinds.${kind}`)} ${phone}` : []
  })
  const said = [...carefulLines(operator, t), phones.join(', ') || t('sitePackage.noPhone')]
  return `${name}: ${said.join('. ')}`
}
