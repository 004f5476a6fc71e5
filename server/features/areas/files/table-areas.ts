/**
 * Which column of a table of corners says in which area each point lies. Certain only: a column of codes (kerb, corner)
 * must not cut an area to pieces, and point numbers name nothing but their point.
 */

/** Columns that by their heading name areas. */
const AREAS = [
  ...['gebied', 'deelgebied', 'werkgebied', 'graafgebied', 'vlak', 'werkvak', 'vak', 'perceel', 'polygoon', 'veelhoek'],
  ...['contour', 'zone', 'area', 'subarea', 'polygon', 'poly', 'parcel', 'plot', 'site'],
]
/** What stands beside it (`gebiednr`, `area name`); alone it may be of the point or of the area, as the column itself shows. */
const BESIDE = /^(?:name|naam|id|nr|no|nummer|number)|(?:name|naam|id|nr|no|nummer|number)$/g
/** Of fewer points there is no area. */
const LEAST = 3

/** @param column from the first point on; @returns the area of each point: one or none named is no parting */
function parted(heading: string, column: readonly string[]): readonly string[] | null {
  const letters = heading.toLowerCase().replaceAll(/[^a-z]/g, '')
  const said = letters.replaceAll(BESIDE, '')
  const isOfAreas = AREAS.includes(said)
  if (!isOfAreas && (said !== '' || letters === '')) return null
  // Spreadsheets name an area on the first of its rows.
  const values: string[] = []
  for (const value of column) values.push(value.trim() || (isOfAreas && values.at(-1)) || '')
  const byValue = Map.groupBy(values, (value) => value)
  if (byValue.size < 2 || byValue.has('') || [...byValue.values()].some(({ length }) => length < LEAST)) return null
  const runs = values.filter((value, i) => value !== values[i - 1]).length
  // A name or a number of the point is its own; one that comes in blocks, each once, is that of an area.
  return isOfAreas || runs === byValue.size ? values : null
}

/** @param rows from the first point on; @returns the name of the area in which each lies; null: no column says it */
export function areaOfEach(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  coordinates: readonly number[],
): readonly string[] | null {
  const all = headings.map((heading, i) =>
    coordinates.includes(i)
      ? null
      : parted(
          heading,
          rows.map((row) => row[i] ?? ''),
        ),
  )
  return all.find((names) => names !== null) ?? null
}
