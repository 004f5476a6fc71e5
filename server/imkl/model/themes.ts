/**
 * The fifteen network themes of IMKL and their official colours (PMKL 2.0). The theme, not the class, decides the
 * colour of a line. The order is that of the value list as the official legend groups it.
 */
import type { CodeOf } from '../../texts/texts.ts'

export interface Theme {
  /** Last segment of the value list's URI; the value of the column `thema`. */
  readonly id: CodeOf<'imkl.theme'>
  /** As #rrggbb. */
  readonly colour: string
}

export const THEMES: readonly Theme[] = [
  { id: 'landelijkHoogspanningsnet', colour: '#ff0000' },
  { id: 'hoogspanning', colour: '#ff0000' },
  { id: 'middenspanning', colour: '#c80000' },
  { id: 'laagspanning', colour: '#960000' },
  { id: 'buisleidingGevaarlijkeInhoud', colour: '#ff7f00' },
  { id: 'gasHogeDruk', colour: '#ffaf3c' },
  { id: 'gasLageDruk', colour: '#ffd750' },
  { id: 'petrochemie', colour: '#b64a00' },
  { id: 'water', colour: '#0000ff' },
  { id: 'warmte', colour: '#008080' },
  { id: 'rioolVrijverval', colour: '#ba38a8' },
  { id: 'rioolOnderOverOfOnderdruk', colour: '#800080' },
  { id: 'datatransport', colour: '#00ff00' },
  { id: 'wees', colour: '#918a6f' },
  { id: 'overig', colour: '#6f5c10' },
]

const BY_ID = new Map<string, Theme>(THEMES.map((theme) => [theme.id, theme]))

/** Undefined for a code that the value list does not have. */
export const themeOf = (id: string): Theme | undefined => BY_ID.get(id)
