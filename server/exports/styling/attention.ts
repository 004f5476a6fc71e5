/** The group "Let op" of a project: the tables without shapes that are read before anybody digs. */
import { RESULT_TABLES } from '../../imkl/model/result.ts'
import { idOf, treeLayer } from './tree.ts'
import { aliasesOf } from './words-of-object.ts'
import { el, type Xml } from './xml.ts'

interface AttentionTable {
  table: string
  title: string
  /** What a row is called in lists, an expression. */
  line: string
}

export const TABLES_TO_READ: readonly AttentionTable[] = [
  { table: 'waarschuwing', title: 'Waarschuwingen', line: '"melding"' },
  {
    table: 'netbeheerder',
    title: 'Netbeheerders: geleverd, contact',
    line: `concat("naam", if("geleverd", '', ', niet geleverd'), if("eis_voorzorgsmaatregel", ', eis voorzorgsmaatregel', ''))`,
  },
  { table: 'document', title: 'Documenten', line: `concat("soort" || ', ', "bestand")` },
]

const sourceOf = (table: string, fileName: string): string => `./${fileName}|layername=${table}`

export const tablesGroup = (fileName: string, name: string): Xml =>
  el(
    'layer-tree-group',
    { name, checked: 'Qt::Checked', expanded: 1 },
    ...TABLES_TO_READ.map(({ table, title }) => treeLayer(idOf(table), title, sourceOf(table, fileName), 'ogr')),
  )

export function tableLayer({ table, title, line }: AttentionTable, fileName: string): Xml {
  const { columns } = RESULT_TABLES.find(({ name }) => name === table)!
  return el(
    'maplayer',
    {
      type: 'vector',
      geometry: 'No geometry',
      wkbType: 'NoGeometry',
      readOnly: 1,
      styleCategories: 'AllStyleCategories',
    },
    el('id', {}, idOf(table)),
    el('datasource', {}, sourceOf(table, fileName)),
    el('layername', {}, title),
    el('provider', { encoding: 'UTF-8' }, 'ogr'),
    aliasesOf(columns),
    el('previewExpression', {}, line),
  )
}
