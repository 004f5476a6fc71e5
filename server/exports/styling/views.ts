/** What QGIS offers to look at with one click: a map theme for each network theme, and bookmarks of the requests. */
import type { Extent } from '../../geometry/geometry.ts'
import { RD_NEW } from './systems.ts'
import { type Group, idOf, type ProjectLayer } from './tree.ts'
import { el, type Xml } from './xml.ts'

const PRECAUTIONS = 'eis voorzorgsmaatregel'

/**
 * @param groups as the tree names them
 * @param below ids of layers that each map theme shows: ground and background
 */
export function mapThemesXml(groups: readonly Group[], otherGroups: readonly string[], below: readonly string[]): Xml {
  const isOfTheme = ({ only }: ProjectLayer): boolean => only !== undefined
  const common = groups.flatMap(({ layers }) => layers.filter((layer) => !isOfTheme(layer)))
  const ofThemes = groups.filter(({ layers }) => layers.some(isOfTheme))
  const precautions = ofThemes.flatMap(({ layers }) => layers.filter(({ table }) => table === 'eis_voorzorgsmaatregel'))
  const mapTheme = (name: string, layers: readonly ProjectLayer[]): Xml =>
    el(
      'visibility-preset',
      { name, 'has-expanded-info': 0, 'has-checked-group-info': 1 },
      ...[...[...layers, ...common].map(({ id }) => id), ...below].map((id) => el('layer', { id, visible: 1 })),
      el(
        'checked-group-nodes',
        {},
        ...[...groups.map(({ name: id }) => id), ...otherGroups].map((id) => el('checked-group-node', { id })),
      ),
    )
  return el(
    'visibility-presets',
    {},
    mapTheme(
      'alles',
      ofThemes.flatMap(({ layers }) => layers),
    ),
    ...(precautions.length > 0 ? [mapTheme(PRECAUTIONS, precautions)] : []),
    ...ofThemes.map(({ name, layers }) => mapTheme(name, layers)),
  )
}

const corners = ({ minX, minY, maxX, maxY }: Extent): string =>
  `POLYGON((${[`${minX} ${minY}`, `${maxX} ${minY}`, `${maxX} ${maxY}`, `${minX} ${maxY}`, `${minX} ${minY}`].join(', ')}))`

/** @param places what to go to, and its frame */
export const bookmarksXml = (group: string, places: readonly { name: string; extent: Extent }[]): Xml =>
  el(
    'Bookmarks',
    {},
    ...places.map(({ name, extent }, i) =>
      el('Bookmark', { id: idOf(`plaats_${i}`), name, group, extent: corners(extent) }, RD_NEW),
    ),
  )
