/** What every part of a sheet's map works with. */
import type { Row } from '../domain/layers.ts'
import type { PrintWishes } from '../domain/print.ts'
import { type Band, type Status, UNKNOWN_THEME } from '../domain/styles.ts'
import { themeOf } from '../domain/themes.ts'
import type { Ground, Pdf } from './paper.ts'

/** What stands on a sheet, for its legend. */
export interface Seen {
  themes: Set<string>
  statuses: Set<Status>
  /** By layer and class or symbol: `leidingelement:mof` */
  signs: Set<string>
}

export const nothingSeen = (): Seen => ({ themes: new Set(), statuses: new Set(), signs: new Set() })

export interface Drawing {
  pdf: Pdf
  ground: Ground
  wishes: PrintWishes
  seen: Seen
}

export const colourOf = ({ ink }: Pick<PrintWishes, 'ink'>, thema: unknown): string =>
  ink === 'black' ? '#000000' : (themeOf(String(thema))?.colour ?? UNKNOWN_THEME.colour)

/** @returns undefined beyond the last band: there nothing is drawn */
export const bandAt = <T>(bands: readonly Band<T>[], scale: number): T | undefined =>
  bands.find(({ upTo }) => scale <= upTo)?.size

export const statusOf = (row: Row): Status =>
  row.status === 'projected' || row.status === 'disused' ? row.status : 'functional'
