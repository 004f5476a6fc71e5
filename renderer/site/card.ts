/** What is known of an object under a finger: what it is, whose and whom to call, how deep; then all that was delivered of it. */
import type { SiteOperator } from '../../server/features/site-package/page-schema.ts'
import { dial, LINE_LAYERS, THEMES, themeNameIn, valueIn } from '../../server/features/vocabulary.ts'
import { FEATURE_COLUMNS } from '../feature-columns.ts'
import { featureTitle, withUnit, yearOf } from '../feature-words.ts'
import { button, careful, element, swatch } from './elements.ts'
import { facts, type SiteObject } from './pieces.ts'
import { day, figure, findText, language, t } from './texts.ts'

const PRECAUTION = 'eis_voorzorgsmaatregel'

export const titleOf = (object: SiteObject): string => featureTitle(language(), t('feature.unnamed'), figure, object)

const shown = (column: string, value: string | number | boolean, properties: SiteObject['properties']): string => {
  if (typeof value === 'boolean') return value ? t('feature.yes') : t('feature.no')
  if (typeof value === 'number') return withUnit(column, figure(value))
  if (column === 'status_naam' && typeof properties.status === 'string')
    return findText(`result.status.${properties.status}`) ?? value
  if (column === 'thema_naam') return themeNameIn(language(), String(properties.thema), value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return yearOf(column, value) ?? day(value)
  return String(valueIn(language(), column, properties) ?? value)
}

const depthOf = ({ layer, properties }: SiteObject): string | null => {
  if (typeof properties.diepte_m === 'number')
    return t('feature.depthGiven', { depth: `${figure(properties.diepte_m)} m` })
  if (typeof properties.standaard_diepte_m === 'number')
    return t('feature.depthUsual', { depth: `${figure(properties.standaard_diepte_m)} m` })
  return LINE_LAYERS.includes(layer) ? t('feature.depthUnknown') : null
}

/** A precaution may name a desk or an address in place of a number. */
const inWords = ({ contacts }: SiteOperator): HTMLElement[] =>
  contacts
    .filter(({ kind, phone }) => kind === 'voorzorg' && dial(phone) === 'tel:')
    .map(({ kind, name, phone, email }) =>
      element('p', {}, `${t(`result.contactKind.${kind}`)}: ${[name, phone, email].filter(Boolean).join(', ')}`),
    )

/** Damage first: it can't wait. */
const calls = (operator: SiteOperator): HTMLElement[] => {
  const numbers = Map.groupBy(
    operator.contacts.filter(({ phone }) => dial(phone) !== 'tel:'),
    ({ phone }) => phone,
  )
  const others = inWords(operator)
  if (numbers.size === 0) return others.length > 0 ? others : [element('p', {}, t('result.noPhone'))]
  const weight = (contacts: readonly { kind: string }[]) => {
    const kinds = contacts.map(({ kind }) => kind)
    return kinds.includes('beschadiging') ? 0 : kinds.includes('voorzorg') ? 1 : 2
  }
  const links = [...numbers]
    .toSorted(([, a], [, b]) => weight(a) - weight(b))
    .map(([phone, contacts]) =>
      element(
        'a',
        { class: 'call', href: dial(phone) },
        `${contacts.map(({ kind }) => t(`result.contactKind.${kind}`)).join(', ')} `,
        element('b', {}, phone),
      ),
    )
  return [...links, ...others]
}

const factRow = (name: string, value: string): HTMLElement[] => [element('dt', {}, name), element('dd', {}, value)]

const documentsOf = ({ documents }: SiteOperator): HTMLElement | null =>
  documents.length === 0
    ? null
    : element(
        'div',
        {},
        element('h3', {}, t('site.documents')),
        ...documents.map((path) =>
          element(
            'a',
            { class: 'call', href: path.split('/').map(encodeURIComponent).join('/') },
            path.slice(path.lastIndexOf('/') + 1),
          ),
        ),
      )

/** Whom to call, also of whom nothing is drawn. */
export const operatorCard = (operator: SiteOperator): HTMLElement =>
  element(
    'div',
    { class: 'card' },
    element('h2', {}, operator.name),
    careful(operator.delivered ? null : t('site.silent')),
    careful(operator.precaution || operator.hazardous ? t('result.precautionWhy') : null),
    ...calls(operator),
    documentsOf(operator),
  )

/**
 * @param others those beside it that have been read
 * @param lying all that lies there
 */
export const card = (
  object: SiteObject,
  others: readonly SiteObject[],
  lying: readonly { layer: string }[],
  choose: (object: SiteObject) => void,
): HTMLElement => {
  const { properties } = object
  const operator = facts?.operators.find(({ code }) => code === properties.bronhouder)
  const depth = depthOf(object)
  const rows = FEATURE_COLUMNS.flatMap((column) => {
    const value = properties[column]
    return value === undefined || value === '' || column === 'netbeheerder'
      ? []
      : factRow(
          t(yearOf(column, value) ? 'feature.yearInstalled' : `feature.columns.${column}`),
          shown(column, value, properties),
        )
  })
  const theme = THEMES.find(({ id }) => id === properties.thema)
  return element(
    'div',
    { class: 'card' },
    element('h2', {}, swatch(theme?.colour), titleOf(object)),
    element(
      'p',
      {},
      element('b', {}, operator?.name ?? String(properties.netbeheerder ?? properties.bronhouder ?? '')),
    ),
    careful(lying.some(({ layer }) => layer === PRECAUTION) ? t('site.precautionHere') : null),
    ...(operator ? calls(operator) : []),
    element('dl', {}, ...(depth === null ? [] : factRow(t('feature.columns.diepte_m'), depth)), ...rows),
    others.length > 0
      ? element(
          'div',
          { class: 'others' },
          element('h3', {}, t('site.others')),
          ...others.map((each) =>
            button(`${titleOf(each)}, ${String(each.properties.netbeheerder ?? '')}`, () => choose(each)),
          ),
        )
      : null,
    operator ? documentsOf(operator) : null,
  )
}
