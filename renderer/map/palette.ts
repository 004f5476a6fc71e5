/** Colours of the map's own paper, for light and dark. Colours of themes come with the result and are never ours. */
import type { Tone } from '../tone.ts'

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

export interface Palette {
  sea: string
  land: string
  neighbour: string
  coast: string
  grid: string
  text: string
  halo: string
  /** Under every theme line, so that yellow on paper and dark red on slate can be seen. */
  casing: string
  request: string
  accent: string
  good: string
  busy: string
  care: string
  bad: string
}

export const PALETTES: Record<Scheme, Palette> = {
  light: {
    sea: '#d9e6ea',
    land: '#fbfaf6',
    neighbour: '#efede6',
    coast: '#a9b9bd',
    grid: '#5d7f8a',
    text: '#4c5a60',
    halo: '#fbfaf6',
    casing: 'rgba(40, 52, 58, 0.28)',
    request: '#ff00ff',
    accent: '#0b5563',
    good: '#1d7a46',
    busy: '#2563a8',
    care: '#7a4a00',
    bad: '#b3261e',
  },
  dark: {
    sea: '#0c1418',
    land: '#1b262b',
    neighbour: '#141d21',
    coast: '#43565e',
    grid: '#7d99a3',
    text: '#b4c3c9',
    halo: '#1b262b',
    casing: 'rgba(255, 255, 255, 0.42)',
    request: '#ff4dff',
    accent: '#5cc4d4',
    good: '#63cf92',
    busy: '#7db7f5',
    care: '#f7c766',
    bad: '#ff8f85',
  },
}

export const colourOf = (palette: Palette, tone: Tone): string => (tone === 'plain' ? palette.accent : palette[tone])
