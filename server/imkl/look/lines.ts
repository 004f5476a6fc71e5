/** Looks of lines and areas: cables, pipes and what holds them, drawings, topography, detail information, requests, precautions. */
import { type Ends, type Hatch, type Look, OF_THEME, type Rule, type Stroke } from './display-list.ts'
import {
  ARROWS,
  CASING,
  DETAIL_INFO,
  DRAWING,
  EXTRA_GEOMETRY,
  LINE_DASH,
  LINE_WIDTH,
  PRECAUTION,
  REQUEST,
  SYMBOL_SCALE,
  TOPOGRAPHY,
} from './styles.ts'

const WHITE = '#ffffff'

const stroke = (colour: string, width: Stroke['width'], more: Partial<Stroke> = {}): Stroke => ({
  kind: 'stroke',
  colour,
  width,
  ...more,
})

const cable = stroke(OF_THEME, LINE_WIDTH, { dashes: LINE_DASH, isAlone: true })
const cables = { upTo: LINE_WIDTH.at(-1)!.upTo, marks: [cable] }

/** A part of what CASING says, with its bands. */
const ofCasing = <T>(part: (size: (typeof CASING)[number]['size']) => T) =>
  CASING.map(({ upTo, size }) => ({ upTo, size: part(size) }))

const casing: Rule = {
  label: 'mantelbuis',
  when: { column: 'objecttype', values: ['Mantelbuis'] },
  upTo: SYMBOL_SCALE,
  level: 2,
  marks: [
    stroke(
      OF_THEME,
      ofCasing(({ outer }) => outer),
      { id: 'mantelbuis', dashes: ofCasing(({ dash }) => dash) },
    ),
    stroke(
      WHITE,
      ofCasing(({ inner }) => inner),
      { id: 'mantelbuis-binnen' },
    ),
    {
      kind: 'ends',
      id: 'mantelbuis-einde',
      image: 'einde',
      at: ['first', 'last'],
      sign: 'tick',
      colour: OF_THEME,
      length: ofCasing(({ outer }) => outer),
      width: CASING[0]!.size.tickWidth,
      isPassive: true,
    },
  ],
}

const extraGeometry: readonly Rule[] = EXTRA_GEOMETRY.map(({ name, owners, fill, width }, i) => ({
  label: name,
  when: { column: 'eigenaar_objecttype', values: owners },
  upTo: width.at(-1)!.upTo,
  marks: [
    ...(fill === null ? [] : [{ kind: 'fill', id: `${i}-vlak`, colour: fill === 'white' ? WHITE : OF_THEME } as const]),
    stroke(OF_THEME, width, { id: String(i), dashes: LINE_DASH }),
  ],
}))

const drawnLine = stroke(DRAWING.colour, DRAWING.lineWidth, { id: 'lijn', isInk: true })
const heads = (...at: Ends['at']): Ends => ({
  kind: 'ends',
  at,
  sign: 'arrow',
  colour: DRAWING.colour,
  length: DRAWING.arrow,
  width: DRAWING.lineWidth,
})

export const drawnLines: Look = {
  upTo: DRAWING.upTo,
  rules: [
    {
      label: 'pijl met twee punten',
      when: { column: 'type', values: ARROWS.both },
      marks: [drawnLine, heads('last', 'first')],
    },
    { label: 'pijl', when: { column: 'type', values: ARROWS.last }, marks: [drawnLine, heads('last')] },
    { label: 'lijn', when: 'otherwise', marks: [drawnLine] },
  ],
}

export const topography: Look = {
  upTo: TOPOGRAPHY.upTo,
  rules: [
    {
      label: 'eigen topografie',
      marks: [
        stroke(TOPOGRAPHY.colour, TOPOGRAPHY.lineWidth, {
          dashes: { bestaand: null, plan: TOPOGRAPHY.planDash },
          isInk: true,
        }),
      ],
    },
  ],
}

const HATCH_PITCH = 8
const hatch: Hatch = { kind: 'hatch', id: 'vlak', image: 'arcering', colour: DETAIL_INFO.hatch, pitch: HATCH_PITCH }
const requestEdge = stroke(REQUEST.colour, REQUEST.width, { id: 'rand', dash: REQUEST.dash, isPassive: true })

export const requests: Look = {
  rules: [
    {
      label: 'informatiepolygoon',
      when: { column: 'objecttype', values: ['Informatiepolygoon'] },
      marks: [
        { kind: 'fill', id: 'informatie', colour: REQUEST.colour, opacity: REQUEST.infoOpacity, isPassive: true },
      ],
      onPaper: [requestEdge],
    },
    { label: 'graaf- of oriëntatiepolygoon', when: 'otherwise', marks: [requestEdge] },
  ],
}

export const precautions: Look = {
  rules: [
    {
      label: 'eis voorzorgsmaatregel',
      isSplit: true,
      marks: [
        {
          kind: 'squares',
          id: 'vlak',
          image: 'eis',
          colour: OF_THEME,
          side: PRECAUTION.square,
          pitch: PRECAUTION.pitch,
        },
        stroke(OF_THEME, PRECAUTION.outline, { id: 'rand' }),
      ],
      onPaper: [{ kind: 'hatch', colour: OF_THEME, pitch: PRECAUTION.pitch * 2 }, stroke(OF_THEME, PRECAUTION.outline)],
    },
  ],
}

export const geometryToScale: Look = {
  rules: [
    ...extraGeometry,
    {
      label: 'zonder eigenaar (officieel niet getekend)',
      when: 'otherwise',
      isOff: true,
      marks: [stroke(OF_THEME, 1, { dashes: LINE_DASH })],
    },
  ],
}

export const containers: Look = {
  rules: [
    { label: 'kabelbed', when: { column: 'objecttype', values: ['Kabelbed'] }, level: 0, ...cables },
    { label: 'duct', when: { column: 'objecttype', values: ['Duct'] }, level: 1, ...cables },
    casing,
    { label: 'anders', when: 'otherwise', level: 1, ...cables },
  ],
}

export const cablesAndPipes: Look = { rules: [{ label: 'kabel of leiding', isSplit: true, ...cables }] }

export const detailAreas: Look = {
  rules: [{ label: 'extra detailinformatie', marks: [hatch, stroke(DETAIL_INFO.colour, 1, { id: 'rand' })] }],
}

export const detailLines: Look = {
  rules: [
    {
      label: 'extra detailinformatie',
      upTo: DETAIL_INFO.corridor.upTo,
      marks: [
        stroke(DETAIL_INFO.colour, DETAIL_INFO.corridor.size, { id: 'rand' }),
        stroke(WHITE, DETAIL_INFO.corridor.size - 2, { id: 'binnen', isPassive: true }),
        { ...hatch, id: 'arcering', image: 'arcering-lijn', along: DETAIL_INFO.corridor.size - 2, isPassive: true },
        {
          kind: 'ends',
          id: 'einde',
          image: 'detail-einde',
          at: ['first', 'last'],
          sign: 'tick',
          colour: DETAIL_INFO.colour,
          length: DETAIL_INFO.corridor.size,
          width: 1,
          isPassive: true,
        },
      ],
      onPaper: [stroke(DETAIL_INFO.colour, 1)],
    },
  ],
}
