/**
 * A feature as GeoJSON text, written column by column: a thousand of them are a page, and making text of them took half of
 * its time. Numbers of a real column always have a point: QGIS and GDAL take the type of a column from the first features,
 * so that 45 would make it whole, and 45.5 then 46.
 */
import type { FeatureOut } from '../../actions/serve-layers.ts'
import type { Layer } from '../../contract/vocabulary.ts'

export type FeatureText = (feature: FeatureOut) => string

export function featureTextOf({ columns }: Layer): FeatureText {
  const written = columns.map(({ name, type }) => ({ name, key: `${JSON.stringify(name)}:`, isReal: type === 'real' }))
  return ({ id, geometry, properties }) => {
    let cells = ''
    for (const { name, key, isReal } of written) {
      const value = properties[name] ?? null
      if (cells !== '') cells += ','
      cells += value === null ? `${key}null` : key + (isReal ? realText(value) : JSON.stringify(value))
    }
    return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":${JSON.stringify(geometry)},"properties":{${cells}}}`
  }
}

const realText = (value: unknown): string => {
  const text = JSON.stringify(value)
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text
}
