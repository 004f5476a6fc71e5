/** The name under which people get a file of a result. The project inside a GeoPackage finds its layers by it. */
import type { RegistryEnvironment, ResultFormat } from './klic/klic.ts'

const ENDINGS = {
  shp: '_shp.zip',
  geojson: '.geojson',
  gpkg: '.gpkg',
  'geojson-crs84': '_crs84.geojson',
  dxf: '.dxf',
  fgb: '_fgb.zip',
  csv: '_csv.zip',
  xlsx: '.xlsx',
} as const satisfies Record<ResultFormat, string>

/** Letters without accents, digits, dot, dash and underscore: safe in a header and on every file system. */
export const readableName = (subject: string, format: ResultFormat): string => {
  const plain = subject
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60)
  return `KLIC_${plain || 'result'}${ENDINGS[format]}`
}

/** What is not for use in the field says so before anything else. */
export const labelled = (subject: string, environment: RegistryEnvironment): string =>
  environment === 'production' ? subject : `TESTGEGEVENS_${subject}`
