/** GML and KML that an attacker would bring. */

const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'

/** @param name of the one area in it @param about attributes of its root @param above what stands before the root */
export const gml = (name: string, { above = '', about = '', encoding = 'UTF-8' } = {}): string =>
  `<?xml version="1.0" encoding="${encoding}"?>${above}
<t:FeatureCollection xmlns:t="http://t" xmlns:gml="http://www.opengis.net/gml" ${XLINK} ${about}>
<gml:featureMember><t:a><t:name>${name}</t:name><t:geom><gml:Polygon srsName="EPSG:28992"><gml:outerBoundaryIs>
<gml:LinearRing><gml:coordinates>155000,463000 155200,463000 155200,463150 155000,463000</gml:coordinates>
</gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></t:geom></t:a></gml:featureMember></t:FeatureCollection>`

export const kml = (name: string, { above = '', inside = '', encoding = 'UTF-8' } = {}): string =>
  `<?xml version="1.0" encoding="${encoding}"?>${above}
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}<Placemark><name>${name}</name><Polygon>
<outerBoundaryIs><LinearRing><coordinates>5.38,52.15 5.39,52.15 5.39,52.16 5.38,52.15</coordinates></LinearRing>
</outerBoundaryIs></Polygon></Placemark></Document></kml>`

export const including = (file: string): string => `<!DOCTYPE r [<!ENTITY x SYSTEM "file://${file}">]>`

/** Ten of each of the one before: a gigabyte of text. */
export const billionLaughs = `<!DOCTYPE r [<!ENTITY x0 "ha">${Array.from(
  { length: 9 },
  (_, i) => `<!ENTITY x${i + 1} "${`&x${i};`.repeat(10)}">`,
).join('')}<!ENTITY x "&x9;">]>`

/** As Windows and Java programs write UTF-16. */
export const utf16 = (text: string, order: 'LE' | 'BE', mark = true): Buffer => {
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, 'utf16le')
  return order === 'LE' ? bytes : bytes.swap16()
}
