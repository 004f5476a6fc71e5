/** A description of the result by ISO 19115 in the XML of ISO 19139, as small as it is useful. No persons in it. */
import { sentenceOf } from '../../imkl/model/result-notes.ts'
import { frameOf, type ResultContents, type ResultFacts } from './contents.ts'
import { document, el, type Xml } from './xml.ts'

export const METADATA_STANDARD = 'http://www.isotc211.org/2005/gmd'

const words = (text: string): Xml => el('gco:CharacterString', {}, text)
const code = (list: string, value: string): Xml =>
  el(`gmd:${list}`, { codeList: `${METADATA_STANDARD}/codelists.xml#${list}`, codeListValue: value }, value)

/** @throws never; what is unknown is left out or said to be unknown */
export function metadataXml(contents: ResultContents, facts: ResultFacts): string {
  const { title, klicNumbers, date } = facts
  const warnings = facts.notes.map((note) => sentenceOf(note, 'nl'))
  const stamp = date?.slice(0, 10)
  const features = contents.layers.reduce(
    (sum, { themes }) => sum + [...themes.values()].reduce((part, count) => part + count, 0),
    0,
  )
  const frame = frameOf(contents)
  const root = el(
    'gmd:MD_Metadata',
    { 'xmlns:gmd': METADATA_STANDARD, 'xmlns:gco': 'http://www.isotc211.org/2005/gco' },
    el('gmd:language', {}, words('dut')),
    el('gmd:hierarchyLevel', {}, code('MD_ScopeCode', 'dataset')),
    el('gmd:contact', { 'gco:nilReason': 'withheld' }),
    stamp === undefined
      ? el('gmd:dateStamp', { 'gco:nilReason': 'unknown' })
      : el('gmd:dateStamp', {}, el('gco:Date', {}, stamp)),
    el('gmd:metadataStandardName', {}, words('ISO 19115')),
    el(
      'gmd:referenceSystemInfo',
      {},
      el(
        'gmd:MD_ReferenceSystem',
        {},
        el('gmd:referenceSystemIdentifier', {}, el('gmd:RS_Identifier', {}, el('gmd:code', {}, words('EPSG:28992')))),
      ),
    ),
    el(
      'gmd:identificationInfo',
      {},
      el(
        'gmd:MD_DataIdentification',
        {},
        el(
          'gmd:citation',
          {},
          el(
            'gmd:CI_Citation',
            {},
            el('gmd:title', {}, words(title)),
            stamp === undefined
              ? el('gmd:date', { 'gco:nilReason': 'unknown' })
              : el(
                  'gmd:date',
                  {},
                  el(
                    'gmd:CI_Date',
                    {},
                    el('gmd:date', {}, el('gco:Date', {}, stamp)),
                    el('gmd:dateType', {}, code('CI_DateTypeCode', 'creation')),
                  ),
                ),
            ...klicNumbers.map((number) =>
              el('gmd:identifier', {}, el('gmd:MD_Identifier', {}, el('gmd:code', {}, words(number)))),
            ),
          ),
        ),
        el(
          'gmd:abstract',
          {},
          words(
            `${features} objecten uit KLIC-leveringen (IMKL) van ${klicNumbers.length === 1 ? '1 melding' : `${klicNumbers.length} meldingen, samengevoegd`}.` +
              warnings.map((warning) => ` ${warning}`).join(''),
          ),
        ),
        ...warnings.map((warning) =>
          el('gmd:resourceConstraints', {}, el('gmd:MD_Constraints', {}, el('gmd:useLimitation', {}, words(warning)))),
        ),
        el('gmd:language', {}, words('dut')),
      ),
    ),
    el(
      'gmd:dataQualityInfo',
      {},
      el(
        'gmd:DQ_DataQuality',
        {},
        el('gmd:scope', {}, el('gmd:DQ_Scope', {}, el('gmd:level', {}, code('MD_ScopeCode', 'dataset')))),
        el(
          'gmd:lineage',
          {},
          el(
            'gmd:LI_Lineage',
            {},
            el(
              'gmd:statement',
              {},
              words(
                `Bron: de leveringen van ${klicNumbers.join(', ') || 'onbekende meldingen'}. Coördinaten zijn afgerond op de millimeter.` +
                  (frame
                    ? ` Omvang in RD: ${[frame.minX, frame.minY, frame.maxX, frame.maxY].map(Math.round).join(' ')}.`
                    : ''),
              ),
            ),
          ),
        ),
      ),
    ),
  )
  return document(root, '<?xml version="1.0" encoding="UTF-8"?>\n')
}
