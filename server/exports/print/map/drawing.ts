/** What every part of a sheet's map works with. */

import { OF_THEME } from '../../../imkl/look/display-list.ts'
import { type Status, UNKNOWN_COLOUR } from '../../../imkl/look/styles.ts'
import type { Shape } from '../../../imkl/look/symbols.ts'
import { themeOf } from '../../../imkl/model/themes.ts'
import type { Ground, Pdf } from '../paper.ts'
import type { PrintOptions } from '../print-options.ts'

/** What stands on a sheet, for its legend. */
export interface SheetContents {
  themes: Set<string>
  statuses: Set<Status>
  /** With what tells their objects apart, where something does: `kabel_en_leiding_container:Mantelbuis` */
  layers: Set<string>
  symbols: Set<readonly Shape[]>
  /** Codes of the operators with something there, also of what is not printed */
  operators: Set<string>
}

export const nothingSeen = (): SheetContents => ({
  themes: new Set(),
  statuses: new Set(),
  layers: new Set(),
  symbols: new Set(),
  operators: new Set(),
})

export interface Drawing {
  pdf: Pdf
  ground: Ground
  options: PrintOptions
  seen: SheetContents
}

/** @param colour of the look. In black only greys stay what they are. */
export function colourOf({ ink }: Pick<PrintOptions, 'ink'>, colour: string, thema: unknown): string {
  if (ink === 'black') return isGrey(colour) ? colour : '#000000'
  return colour === OF_THEME ? (themeOf(String(thema))?.colour ?? UNKNOWN_COLOUR) : colour
}

const isGrey = (colour: string): boolean => /^#(..)\1\1$/.test(colour)
