/** LEESMIJ.txt of a Shapefile ZIP: what is in it, what to watch, and what a Shapefile can't hold. Dutch, as its users are. */
import { LAYERS } from '../../imkl/model/layers.ts'
import { RESULT_TABLES } from '../../imkl/model/result.ts'
import { type ResultRows, resultWords } from './words.ts'

export function readme(counts: Readonly<Record<string, number>>, tables: ResultRows): string {
  const lines = [
    'KLIC-gebiedsinformatie als Shapefiles',
    '',
    'Coördinaten: RD New (EPSG:28992), meters. Tekst: UTF-8.',
    '',
    ...resultWords(tables),
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
    '- Getallen zijn afgerond op 15 decimalen.',
    '- Veel programma’s lezen een onbekend getal als 0 en een onbekende ja/nee-waarde als nee.',
    '- Ja/nee staat als 1 en 0.',
    '- Een laag die groter is dan 2 GB gaat verder in NAAM_2, NAAM_3, …',
    '- Objecten zonder tekenbare geometrie staan er wel in, met een lege vorm.',
    '',
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

function shortNames(): [string, string][] {
  const names = new Map<string, string>()
  for (const layer of LAYERS) {
    for (const column of layer.columns) if (column.shp !== column.name) names.set(column.name, column.shp)
  }
  return [...names].sort(([a], [b]) => (a < b ? -1 : 1))
}
