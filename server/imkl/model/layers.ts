/**
 * The flat schema of a result: layers, tables, columns, and their names in a Shapefile (at most 10 characters).
 * Names are the Dutch IMKL terms, as the official viewer, value lists and style rules use them.
 * Every layer is written, also when empty, so that styles and scripts do not break.
 */

export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'date'

export interface Column {
  readonly name: string
  /** Name in a Shapefile's DBF; equal to `name` where that has at most 10 characters. */
  readonly shp: string
  readonly type: ColumnType
  /** Longest text in characters (GeoPackage keeps longer values; a Shapefile cuts at 254 bytes). */
  readonly width?: number
}

export type LayerGeometry = 'Point' | 'MultiLineString' | 'MultiPolygon' | 'Polygon'

export interface Layer {
  readonly name: string
  readonly geometry: LayerGeometry
  readonly columns: readonly Column[]
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

/** A value of a column: date is `YYYY-MM-DD`, unknown is null. */
export type Cell = string | number | boolean | null
export type Row = Record<string, Cell>

const text = (name: string, width = 254, shp = name): Column => ({ name, shp, type: 'text', width })
const real = (name: string, shp = name): Column => ({ name, shp, type: 'real' })
const int = (name: string, shp = name): Column => ({ name, shp, type: 'integer' })
const bool = (name: string, shp = name): Column => ({ name, shp, type: 'boolean' })
const date = (name: string, shp = name): Column => ({ name, shp, type: 'date' })

/** On every map layer. */
const COMMON = [
  text('id'),
  text('objecttype', 40),
  text('thema', 40),
  text('thema_naam', 40),
  text('bronhouder', 6),
  text('netbeheerder', 80, 'beheerder'),
  text('klic_nummer', 254, 'klic_nr'),
  text('net_id'),
  text('label', 80),
  text('omschrijving', 254, 'omschr'),
]

/** On line layers and point elements of a network. */
const NETWORK = [
  text('status', 12),
  text('status_naam', 20, 'status_nm'),
  date('aanlegdatum', 'aanlegdat'),
  date('verwijderdatum', 'verwijdat'),
  text('verticale_positie', 20, 'vert_pos'),
  bool('bovengronds_zichtbaar', 'bovengr'),
  int('nauwkeurigheid_xy_cm', 'nauwk_cm'),
  text('toelichting', 254, 'toelicht'),
  real('standaard_diepte_m', 'std_diepte'),
  real('diepte_m'),
  text('bgt_id', 80),
  date('versie_vanaf', 'versie_van'),
]

const LINE = [
  text('product', 60),
  text('materiaal', 60),
  real('diameter_mm', 'diam_mm'),
  real('breedte_mm'),
  real('druk_bar'),
  real('spanning_v'),
  real('nominale_spanning_v', 'span_nom_v'),
  int('aantal_kabels_leidingen', 'aantal_kl'),
  text('leveringsnetwerk', 20, 'levernet'),
  text('waarschuwing', 30, 'waarsch'),
  bool('fictief'),
  text('in_container', 254, 'in_contain'),
  bool('afgekapt'),
  int('aantal_delen', 'aant_delen'),
  real('lengte_m'),
]

const DRAWING = [text('type', 60), text('tekst', 80), real('rotatie'), real('anker_h'), real('anker_v')]
const TOPOGRAPHY = [text('status', 12), text('type', 80), text('type_naam', 80)]
const DETAIL = [
  text('type', 40),
  text('type_naam', 60),
  text('bestand'),
  text('media_type', 60),
  text('adres'),
  text('bag_id', 16),
]

/**
 * What a delivery says of an object and no column holds (later versions of IMKL, values that can't be read), as a JSON
 * object by property name, so that nothing is silently lost. Null when there is nothing.
 */
const OTHER = text('overige_kenmerken', 254, 'ov_kenm')

const layer = (name: string, geometry: LayerGeometry, ...more: Column[][]): Layer => ({
  name,
  geometry,
  columns: [...COMMON, ...more.flat(), OTHER],
})

/**
 * In draw order, bottom to top. Exports, OGC API and QGIS take another one from here. It needs its classes (imkl/gml/classes.ts), its
 * cells (imkl/rows/rows.ts), a look (imkl/look), what a tile and a drawing hold of it, and its line in api/guide.ts: types and tests
 * name all but the first two.
 */
export const LAYERS: readonly Layer[] = [
  layer('aanvraag_polygoon', 'Polygon', [
    text('soort', 30),
    text('aanvraagsoort', 30, 'aanvr_srt'),
    text('referentie', 60),
    date('aanvraagdatum', 'aanvr_dat'),
    int('volgnummer'),
    bool('compleet'),
    text('niet_geleverd', 254, 'niet_gelev'),
  ]),
  layer('eigen_topografie_vlak', 'MultiPolygon', TOPOGRAPHY),
  layer('eigen_topografie_lijn', 'MultiLineString', TOPOGRAPHY),
  layer('eigen_topografie_punt', 'Point', TOPOGRAPHY),
  layer('eis_voorzorgsmaatregel', 'MultiPolygon', [
    text('eis', 60),
    text('net_omschrijving', 254, 'net_omschr'),
    text('net_aanduiding', 254, 'net_aand'),
    text('werk_aanduiding', 254, 'werk_aand'),
    text('contact_naam', 100, 'contact_nm'),
    text('contact_telefoon', 30, 'contact_tl'),
    text('contact_email', 100, 'contact_em'),
    text('bijlage'),
  ]),
  layer('extra_geometrie', 'MultiPolygon', [
    text('eigenaar_id', 254, 'eigenaarid'),
    text('eigenaar_objecttype', 40, 'eigenaartp'),
    text('status', 12),
    text('status_naam', 20, 'status_nm'),
  ]),
  layer('kabel_en_leiding_container', 'MultiLineString', NETWORK, LINE),
  layer('kabel_of_leiding', 'MultiLineString', NETWORK, LINE),
  layer('containerleidingelement', 'Point', NETWORK, [real('rotatie'), real('hoogte_m')]),
  layer('annotatie_lijn', 'MultiLineString', DRAWING),
  layer('annotatie_punt', 'Point', DRAWING),
  layer('maatvoering_lijn', 'MultiLineString', DRAWING),
  layer('maatvoering_punt', 'Point', DRAWING),
  layer('diepte', 'Point', [
    real('diepte_m'),
    text('referentie', 12),
    real('maaiveld_nap_m', 'maaiveldm'),
    text('meetpunt', 60),
    int('nauwkeurigheid_cm', 'nauwk_cm'),
    date('datum_meting', 'dat_meting'),
    real('rotatie'),
  ]),
  layer('extra_detailinfo_vlak', 'MultiPolygon', DETAIL),
  layer('extra_detailinfo_lijn', 'MultiLineString', DETAIL),
  layer('extra_detailinfo_punt', 'Point', DETAIL),
  layer('leidingelement', 'Point', NETWORK, [
    text('type', 60),
    text('type_naam', 80),
    text('type_lijst', 80),
    text('symbool', 60),
    real('rotatie'),
    real('hoogte_m'),
    text('ean_code', 20),
  ]),
]

/** Cables, pipes and what holds them. */
export const LINE_LAYERS: readonly string[] = ['kabel_en_leiding_container', 'kabel_of_leiding']
/** These and what sits on them: without the areas, texts and sizes that are drawn around. */
export const IN_THE_GROUND: readonly string[] = [...LINE_LAYERS, 'leidingelement', 'containerleidingelement']

const contact = (kind: string): Column[] =>
  ['naam', 'telefoon', 'email'].map((part) => text(`contact_${kind}_${part}`, 100))

/** Without geometry; not part of a Shapefile ZIP, where they are CSV files. */
export const TABLES: readonly Table[] = [
  {
    name: 'levering',
    columns: [
      text('klic_nummer', 20),
      int('volgnummer'),
      text('ordernummer', 20),
      text('positienummer', 20),
      text('aanvraagsoort', 30),
      text('referentie', 60),
      date('aanvraagdatum'),
      text('datum_samengesteld', 40),
      bool('compleet'),
      date('start_datum'),
      date('eind_datum'),
      text('adres'),
      text('bag_id', 16),
      text('imkl_versie', 10),
      text('bestand'),
      OTHER,
    ],
  },
  {
    name: 'netbeheerder',
    columns: [
      text('klic_nummer', 20),
      text('bronhouder', 6),
      text('naam', 80),
      text('kvk_nummer', 25),
      text('website'),
      bool('geleverd'),
      bool('betrokken'),
      bool('eis_voorzorgsmaatregel'),
      text('themas_belang'),
      text('themas_geleverd'),
      ...contact('aanvraag'),
      ...contact('net'),
      ...contact('schade'),
      OTHER,
    ],
  },
  {
    name: 'utiliteitsnet',
    columns: [
      text('id'),
      text('thema', 40),
      text('bronhouder', 6),
      real('standaard_diepte_m'),
      text('omschrijving'),
      text('disclaimer', 2000),
      OTHER,
    ],
  },
  {
    name: 'document',
    columns: [
      text('klic_nummer', 254),
      text('bronhouder', 6),
      text('soort', 30),
      text('thema', 40),
      text('bestand'),
      text('media_type', 60),
      text('identificator'),
      text('sha256', 64),
      int('aantal_verwijzingen'),
      OTHER,
    ],
  },
  {
    // Objects of classes that this program does not know: kept, though nobody can draw them by their style.
    name: 'onbekend',
    columns: [
      text('objecttype', 80),
      text('id'),
      text('bronhouder', 6),
      text('klic_nummer', 254),
      text('kenmerken', 2000),
      text('geometrie_wkt', 2000),
    ],
  },
  {
    // The account of a result; its last row, without an operator, is the total. See AccountCounts in conversion-task.ts.
    name: 'verantwoording',
    columns: [
      text('bronhouder', 6),
      text('netbeheerder', 80),
      bool('heeft_geleverd'),
      int('geleverd'),
      int('getekend'),
      int('zonder_geometrie'),
      int('administratief'),
      int('onbekend'),
      int('samengevoegd'),
    ],
  },
]

/** Where a result goes, row by row: the GeoPackage writer, the GeoJSON writer, or a test's list. */
export interface ResultSink {
  /** `row` may leave out columns (null); geometry null = the object is known but can't be drawn. */
  feature(layer: string, row: Row, geometry: import('../../geometry/geometry.ts').ResultGeometry | null): void
  row(table: string, row: Row): void
}
