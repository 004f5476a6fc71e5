/**
 * What the classes of IMKL and the values in a result are called, for people. Files, the API and ids keep the official Dutch
 * words; a name or a value that is not known here is said as it came.
 */
import type { Language } from '../../texts/languages.ts'
import { type English, TYPES_IN_ENGLISH, VALUES_IN_ENGLISH } from './english.ts'
import type { Cell } from './layers.ts'

type Names = Readonly<Record<Language, string>>

/** Source of the English names: INSPIRE utility networks 4.0 where IMKL extends it. */
export const CLASS_NAMES: Readonly<Record<string, Names>> = {
  Elektriciteitskabel: { nl: 'Elektriciteitskabel', en: 'Electricity cable' },
  OlieGasChemicalienPijpleiding: {
    nl: 'Pijpleiding voor olie, gas of chemicaliën',
    en: 'Oil, gas or chemicals pipe',
  },
  ThermischePijpleiding: { nl: 'Thermische pijpleiding', en: 'Thermal pipe' },
  Waterleiding: { nl: 'Waterleiding', en: 'Water pipe' },
  Rioolleiding: { nl: 'Rioolleiding', en: 'Sewer pipe' },
  Telecommunicatiekabel: { nl: 'Telecommunicatiekabel', en: 'Telecommunications cable' },
  Overig: { nl: 'Overige kabel of leiding', en: 'Other cable or pipe' },
  Kabelbed: { nl: 'Kabelbed', en: 'Cable bed' },
  Mantelbuis: { nl: 'Mantelbuis', en: 'Casing pipe' },
  Duct: { nl: 'Duct', en: 'Duct' },
  Appurtenance: { nl: 'Leidingelement', en: 'Appurtenance' },
  Kast: { nl: 'Kast', en: 'Cabinet' },
  Mangat: { nl: 'Mangat', en: 'Manhole' },
  Mast: { nl: 'Mast', en: 'Pole' },
  TechnischGebouw: { nl: 'Technisch gebouw', en: 'Technical building' },
  Toren: { nl: 'Toren', en: 'Tower' },
  ExtraGeometrie: { nl: 'Extra geometrie', en: 'Extra geometry' },
  AanduidingEisVoorzorgsmaatregel: { nl: 'Voorzorgsgebied', en: 'Precaution area' },
  DiepteTovMaaiveld: { nl: 'Diepte ten opzichte van maaiveld', en: 'Depth below ground level' },
  DiepteNAP: { nl: 'Diepte ten opzichte van NAP', en: 'Depth relative to NAP (Dutch datum)' },
  Maatvoering: { nl: 'Maatvoering', en: 'Dimension' },
  Annotatie: { nl: 'Annotatie', en: 'Annotation' },
  EigenTopografie: { nl: 'Eigen topografie', en: "Operator's topography" },
  ExtraDetailinfo: { nl: 'Extra detailinformatie', en: 'Detail information' },
  Graafpolygoon: { nl: 'Graafpolygoon', en: 'Excavation area' },
  Informatiepolygoon: { nl: 'Informatiepolygoon', en: 'Information area' },
  Orientatiepolygoon: { nl: 'Oriëntatiepolygoon', en: 'Orientation area' },
  // What is never on the map; remarks on a delivery may name it.
  GebiedsinformatieLevering: { nl: 'Levering van gebiedsinformatie', en: 'Delivery' },
  GebiedsinformatieAanvraag: { nl: 'Aanvraag van gebiedsinformatie', en: 'Request' },
  Belanghebbende: { nl: 'Belanghebbende', en: 'Interested party' },
  Beheerder: { nl: 'Beheerder', en: 'Operator' },
  Belang: { nl: 'Belang', en: 'Registered interest' },
  Bijlage: { nl: 'Bijlage', en: 'Attachment' },
  EisVoorzorgsmaatregelBijlage: { nl: 'Brief eis voorzorgsmaatregel', en: 'Precaution letter' },
  Utiliteitsnet: { nl: 'Utiliteitsnet', en: 'Utility network' },
  UtilityLink: { nl: 'Netwerkverbinding', en: 'Utility link' },
}

/** @returns of a class that is not known its own name with spaces; '' where there is none */
export const classNameIn = (language: Language, objecttype: unknown): string => {
  if (typeof objecttype !== 'string') return ''
  return Object.hasOwn(CLASS_NAMES, objecttype)
    ? CLASS_NAMES[objecttype]![language]
    : objecttype.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
}

const entryOf = (list: English, word: string): string | undefined =>
  Object.hasOwn(list, word) ? list[word] : undefined

/**
 * A value of a result's row in words.
 * @param row of one of LAYERS; the name of a type goes by the code in the column `type`
 * @returns the cell itself where it is no text of a list
 */
export function valueIn(language: Language, column: string, row: Readonly<Record<string, Cell | undefined>>): Cell {
  const cell = row[column] ?? null
  if (language === 'nl' || typeof cell !== 'string') return cell
  if (column === 'type_naam') return entryOf(TYPES_IN_ENGLISH, String(row.type)) ?? cell
  const list = VALUES_IN_ENGLISH[column]
  if (!list) return cell
  const each = (): string =>
    cell
      .split(', ')
      .map((word) => entryOf(list, word) ?? word)
      .join(', ')
  // A pipe may carry several products; the comma may also be the value's own.
  return entryOf(list, cell) ?? each()
}
