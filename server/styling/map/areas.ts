/** Areas on a map: requests, precautions, geometry to scale, detail information. */
import { DETAIL_INFO, EXTRA_GEOMETRY, LINE_DASH, PRECAUTION, REQUEST, STATUSES } from '../../domain/styles.ts'
import {
  all,
  byTheme,
  inBands,
  is,
  isNoneOf,
  isOneOf,
  type MapLayer,
  mapLayer,
  type Setting,
  THEME_COLOUR,
  upTo,
} from './layer.ts'
import { dashed, ofStatus } from './lines.ts'

const IS_INFORMATION = is('objecttype', 'Informatiepolygoon')

export const requestLayers = (): MapLayer[] => [
  mapLayer('aanvraag_polygoon', 'informatie', 'fill', {
    filter: IS_INFORMATION,
    paint: { 'fill-color': REQUEST.colour, 'fill-opacity': REQUEST.infoOpacity },
    pick: false,
  }),
  mapLayer('aanvraag_polygoon', 'rand', 'line', {
    filter: isNoneOf('objecttype', ['Informatiepolygoon']),
    paint: { 'line-color': REQUEST.colour, 'line-width': REQUEST.width, ...dashed(REQUEST.dash, REQUEST.width) },
    pick: false,
  }),
]

export const precautionLayers = (): MapLayer[] => [
  mapLayer('eis_voorzorgsmaatregel', 'vlak', 'fill', {
    paint: { 'fill-pattern': byTheme((theme) => `eis-${theme}`) },
  }),
  mapLayer('eis_voorzorgsmaatregel', 'rand', 'line', {
    paint: { 'line-color': THEME_COLOUR, 'line-width': PRECAUTION.outline },
  }),
]

/** One without an owner is officially not drawn. */
export const extraGeometryLayers = (setting: Setting): MapLayer[] =>
  EXTRA_GEOMETRY.flatMap(({ owners, fill, width }, i) => {
    const owned = isOneOf('eigenaar_objecttype', owners)
    const id = String(i)
    return [
      ...(fill === null
        ? []
        : [
            mapLayer('extra_geometrie', `${id}-vlak`, 'fill', {
              ...upTo(setting, width.at(-1)!.upTo),
              filter: owned,
              paint: { 'fill-color': fill === 'white' ? '#ffffff' : THEME_COLOUR },
            }),
          ]),
      ...inBands(setting, width).flatMap(({ size, at, name: band }) =>
        STATUSES.map(({ id: status }) =>
          mapLayer('extra_geometrie', `${id}-${status}-${band}`, 'line', {
            ...at,
            filter: all(owned, ofStatus(status)),
            paint: { 'line-color': THEME_COLOUR, 'line-width': size, ...dashed(LINE_DASH[status], size) },
          }),
        ),
      ),
    ]
  })

export const detailAreaLayers = (): MapLayer[] => [
  mapLayer('extra_detailinfo_vlak', 'vlak', 'fill', { paint: { 'fill-pattern': 'arcering' } }),
  mapLayer('extra_detailinfo_vlak', 'rand', 'line', { paint: { 'line-color': DETAIL_INFO.colour, 'line-width': 1 } }),
]
