/** LEESMIJ.txt of a Shapefile ZIP: what is in it, what to watch, and what a Shapefile can't hold. Dutch, as its users are. */
import { LAYERS, type Row } from '../domain/layers.ts'
import { RESULT_TABLES } from '../domain/result.ts'

export function readme(
  counts: Readonly<Record<string, number>>,
  tables: Readonly<Record<string, readonly Row[]>>,
): string {
  const warnings = (tables.waarschuwing ?? []).map((row) => `- ${row.melding}${placeOf(row)}`)
  const account = (tables.verantwoording ?? []).map(
    (row) =>
      `- ${[row.bronhouder, row.netbeheerder].filter((part) => part !== null).join(' ') || 'zonder bronhouder'}: ${row.geleverd} geleverd = ` +
      `${row.getekend} getekend + ${row.zonder_geometrie} zonder geometrie + ${row.administratief} administratief + ` +
      `${row.onbekend} van onbekende soort + ${row.samengevoegd} samengevoegd` +
      (row.heeft_geleverd === false ? '; HEEFT NIET (OVERAL) GELEVERD' : ''),
  )
  const deliveries = (tables.levering ?? []).map(
    (row) => `- ${row.klic_nummer}, levering ${row.volgnummer}${row.compleet === false ? ' (niet compleet)' : ''}`,
  )
  const lines = [
    'KLIC-gebiedsinformatie als Shapefiles',
    '',
    'Coördinaten: RD New (EPSG:28992), meters. Tekst: UTF-8.',
    '',
    'Leveringen:',
    ...(deliveries.length > 0 ? deliveries : ['- geen']),
    '',
    'Waarschuwingen:',
    ...(warnings.length > 0 ? warnings : ['- geen']),
    '',
    'Verantwoording (objecten in de leveringen):',
    ...(account.length > 0 ? account : ['- geen']),
    '',
    'Lagen (aantal objecten):',
    ...LAYERS.map((layer) => `- ${layer.name}: ${counts[layer.name] ?? 0}`),
    '',
    'Tabellen (CSV, aantal rijen):',
    ...RESULT_TABLES.map((table) => `- ${table.name}.csv: ${tables[table.name]?.length ?? 0}`),
    '',
    'Grenzen van het formaat (het GeoPackage heeft deze niet):',
    '- Kolomnamen hebben ten hoogste 10 tekens. Volledige naam = naam in de Shapefile:',
    ...shortNames().map(([name, shp]) => `    ${name} = ${shp}`),
    '- Tekst is afgekapt op 254 bytes; een lijst van KLIC-nummers eindigt op een heel nummer.',
    '- Veel programma’s lezen een onbekend getal als 0 en een onbekende ja/nee-waarde als nee.',
    '- Ja/nee staat als logische waarde of als 1 en 0.',
    '- Objecten zonder tekenbare geometrie staan er wel in, met een lege vorm.',
    '',
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

const placeOf = (row: Row): string =>
  typeof row.x === 'number' && typeof row.y === 'number' ? ` (bij ${row.x.toFixed(3)}, ${row.y.toFixed(3)})` : ''

function shortNames(): [string, string][] {
  const names = new Map<string, string>()
  for (const layer of LAYERS) {
    for (const column of layer.columns) if (column.shp !== column.name) names.set(column.name, column.shp)
  }
  return [...names].sort(([a], [b]) => (a < b ? -1 : 1))
}
