/** Measuring, selecting and cross-sections on a result. */
import type { ResultTool } from '../../map/drawing/query.ts'

const tools: Record<ResultTool, string> = {
  distance: 'Measure distance',
  surface: 'Measure area',
  selectBox: 'Select in a box',
  selectArea: 'Select in an area',
  section: 'Cross-section',
}
const short: Record<ResultTool, string> = {
  distance: 'Distance',
  surface: 'Area',
  selectBox: 'In a box',
  selectArea: 'In an area',
  section: 'Section',
}
const hints: Record<ResultTool, string> = {
  distance: 'Click along what you want to measure; click the last point again to finish.',
  surface: 'Click the points; click the last or first one again to finish.',
  selectBox: 'Click one corner, then the opposite corner.',
  selectArea: 'Click the points; click the last or first one again to finish.',
  section: 'Click where the section starts, then where it ends; click the last point again to finish.',
}

export const asking = {
  asking: {
    title: 'Measure and select',
    tools,
    /** Below its icon, where there is room: as it stands in the tool's name. */
    short,
    hints,
    again: 'Redraw',
    total: 'Length',
    side: (n: number) => `Side ${n}`,
    around: 'Perimeter',
    surface: 'Area',
    working: 'Working…',
    section: {
      said: (crossings: string, length: string) => `${crossings} over ${length}`,
      crossings: (n: number) => (n === 1 ? '1 crossing' : `${n} crossings`),
      nothing: 'This line crosses no cable or pipe in the result.',
      picture: 'Cross-section: distance to the right, depth downwards. The table below says the same.',
      at: 'Distance',
      what: 'Theme and operator',
      depth: 'Depth',
      unknown: 'unknown',
      from: { object: 'given', measured: 'measured nearby', standard: 'standard depth' },
      hollow: 'Open circle: standard depth, or no depth; not measured here.',
      caution: 'Depths are not guaranteed: establish them on site before you dig.',
      drawing: 'Drawing to scale (SVG)',
      table: 'Table (CSV)',
      file: 'cross-section',
      title: (of: string) => `Cross-section: ${of}`,
      line: (from: string, to: string) => `From RD ${from} to RD ${to}`,
      state: (revision: number, how: string) => `Result ${revision}: ${how}`,
      scales: (along: number, down: number) => `Scale: along 1:${along}, depth 1:${down}. Dimensions in metres.`,
      columns: ['No.', 'Distance (m)', 'x (RD)', 'y (RD)', 'Depth (m)', 'Depth from', 'Theme', 'Operator', 'Object'],
      theme: 'Theme',
      operator: 'Operator',
    },
    selection: {
      said: (n: string, length: string) => `${n} ${n === '1' ? 'object' : 'objects'} · ${length} of cables and pipes`,
      nothing: 'Nothing from the result lies here.',
      counts: 'By theme and operator',
      number: 'Objects',
      length: 'Length',
      list: 'Objects',
      first: (n: string, of: string) => `The first ${n} of ${of}`,
      noTheme: 'without a theme',
    },
  },
}
