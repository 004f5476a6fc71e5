/** Looks of points: appurtenances, cabinets and the like, texts, depths, topography, detail information. */
import { type Label, type Look, OF_THEME } from './display-list.ts'
import { APPURTENANCE, ARROWS, DEPTH, DETAIL_INFO, DRAWING, ELEMENT, ELEMENT_SCALE, TOPOGRAPHY } from './styles.ts'
import { APPURTENANCE_SYMBOLS, DEPTH_SYMBOL, DETAIL_SYMBOL, ELEMENT_SYMBOLS, SYMBOL_BOX } from './symbols.ts'

const WHITE = '#ffffff'
const BLACK = '#000000'

const label: Omit<Label, 'column' | 'isAnchored'> = {
  kind: 'label',
  id: 'tekst',
  colour: DRAWING.colour,
  font: DRAWING.font,
  height: DRAWING.textHeight,
}

export const drawnTexts: Look = {
  upTo: DRAWING.upTo,
  rules: [
    {
      label: 'pijlpunt',
      when: { column: 'type', values: ARROWS.alone },
      marks: [
        {
          kind: 'arrow',
          id: 'pijlpunt',
          image: 'pijlpunt',
          colour: DRAWING.colour,
          length: DRAWING.arrow,
          isInk: true,
          isPassive: true,
        },
      ],
    },
    { label: 'tekst', when: 'otherwise', marks: [{ ...label, column: 'tekst', isAnchored: true }] },
  ],
}

export const topographyPoints: Look = {
  upTo: TOPOGRAPHY.upTo,
  rules: [
    {
      label: 'eigen topografie',
      marks: [
        {
          kind: 'spot',
          shape: 'circle',
          image: 'topografie',
          size: TOPOGRAPHY.circles,
          fill: null,
          edge: TOPOGRAPHY.colour,
          edgeWidth: TOPOGRAPHY.lineWidth,
          edgeDashes: TOPOGRAPHY.circleDash,
        },
      ],
    },
  ],
}

export const elements: Look = {
  rules: [
    {
      label: `alle, vanaf 1:${ELEMENT.symbol.upTo + 1}`,
      beyond: ELEMENT.symbol.upTo,
      upTo: ELEMENT_SCALE,
      marks: [
        {
          kind: 'spot',
          id: 'blok',
          image: 'element',
          shape: 'square',
          size: ELEMENT.squares,
          fill: OF_THEME,
          opacity: ELEMENT.opacity,
          edge: BLACK,
          edgeDashes: { functional: null, projected: [1, 1], disused: [4, 2, 2, 2] },
        },
      ],
    },
    {
      label: 'alle',
      upTo: ELEMENT.symbol.upTo,
      marks: [
        {
          kind: 'spot',
          id: 'vlak',
          image: 'element-vlak',
          shape: 'square',
          size: ELEMENT.symbol.size,
          fill: WHITE,
          edge: BLACK,
          edgeDashes: { projected: [4, 4], disused: [12, 4, 4, 4] },
          isDashedOnly: true,
        },
        {
          kind: 'symbol',
          id: 'symbool',
          size: ELEMENT.symbol.size * 2,
          colour: OF_THEME,
          opacity: ELEMENT.opacity,
          isTurned: true,
          picture: {
            column: 'objecttype',
            cases: Object.entries(ELEMENT_SYMBOLS).map(([value, shapes]) => ({
              value,
              name: `element-${value}`,
              label: value === 'TechnischGebouw' ? 'technisch gebouw' : value.toLowerCase(),
              shapes,
            })),
            otherwise: { name: 'element-Kast', label: 'anders', shapes: ELEMENT_SYMBOLS.Kast! },
          },
        },
        {
          kind: 'spot',
          id: 'punt',
          shape: 'circle',
          size: ELEMENT.dot.size,
          fill: ELEMENT.dot.colour,
          edge: ELEMENT.dot.edge,
          edgeWidth: ELEMENT.dot.edgeWidth,
          isPassive: true,
        },
      ],
    },
  ],
}

export const depths: Look = {
  upTo: DRAWING.upTo,
  rules: [
    {
      label: 'diepte in meters',
      marks: [
        {
          kind: 'symbol',
          id: 'symbool',
          size: DEPTH.symbolSize,
          colour: DRAWING.colour,
          isTurned: true,
          isInk: true,
          picture: { name: 'diepte', shapes: DEPTH_SYMBOL },
        },
        {
          ...label,
          column: 'diepte_m',
          decimals: 2,
          isAnchored: false,
          offset: { column: 'objecttype', by: DEPTH.textOffset },
        },
      ],
    },
  ],
}

export const detailPoints: Look = {
  rules: [
    {
      label: 'extra detailinformatie',
      marks: [
        {
          kind: 'symbol',
          // The diamond fills half of its box.
          size: [
            { upTo: DETAIL_INFO.large.upTo, size: DETAIL_INFO.large.size * 2, name: 'groot' },
            { upTo: Infinity, size: DETAIL_INFO.small * 2, name: 'klein' },
          ],
          colour: DETAIL_INFO.colour,
          picture: { name: 'detail', shapes: DETAIL_SYMBOL },
        },
      ],
    },
  ],
}

export const appurtenances: Look = {
  rules: [
    {
      label: `alle, vanaf 1:${APPURTENANCE.symbol.upTo + 1}`,
      beyond: APPURTENANCE.symbol.upTo,
      upTo: APPURTENANCE.circle.upTo,
      marks: [
        {
          kind: 'spot',
          id: 'cirkel',
          shape: 'circle',
          size: APPURTENANCE.circle.size,
          mostM: APPURTENANCE.circle.mostM,
          fill: OF_THEME,
          edge: BLACK,
        },
      ],
    },
    {
      label: 'alle',
      upTo: APPURTENANCE.symbol.upTo,
      marks: [
        {
          kind: 'symbol',
          id: 'symbool',
          size: SYMBOL_BOX,
          colour: OF_THEME,
          isTurned: true,
          picture: {
            column: 'symbool',
            cases: APPURTENANCE_SYMBOLS.filter(({ icon }) => icon !== null).map(pictureOf),
            otherwise: pictureOf(APPURTENANCE_SYMBOLS.find(({ icon }) => icon === null)!),
          },
        },
      ],
    },
  ],
}

/** In the names of images there are no spaces. */
function pictureOf({ name, shapes }: (typeof APPURTENANCE_SYMBOLS)[number]) {
  return { value: name, name: name.replaceAll(' ', '-'), label: name, shapes }
}
