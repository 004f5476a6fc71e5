/**
 * The fifteen network themes of IMKL and their official colours (PMKL 2.0). The theme, not the class, decides the
 * colour of a line. The order is that of the value list as the official legend groups it.
 */

export interface Theme {
  /** Last segment of the value list's URI; the value of the column `thema`. */
  readonly id: string
  readonly nl: string
  readonly en: string
  /** As #rrggbb. */
  readonly colour: string
}

export const THEMES: readonly Theme[] = [
  {
    id: 'landelijkHoogspanningsnet',
    nl: 'landelijk hoogspanningsnet',
    en: 'national high-voltage grid',
    colour: '#ff0000',
  },
  { id: 'hoogspanning', nl: 'hoogspanning', en: 'high voltage', colour: '#ff0000' },
  { id: 'middenspanning', nl: 'middenspanning', en: 'medium voltage', colour: '#c80000' },
  { id: 'laagspanning', nl: 'laagspanning', en: 'low voltage', colour: '#960000' },
  {
    id: 'buisleidingGevaarlijkeInhoud',
    nl: 'buisleiding gevaarlijke inhoud',
    en: 'pipeline with hazardous contents',
    colour: '#ff7f00',
  },
  { id: 'gasHogeDruk', nl: 'gas hoge druk', en: 'high-pressure gas', colour: '#ffaf3c' },
  { id: 'gasLageDruk', nl: 'gas lage druk', en: 'low-pressure gas', colour: '#ffd750' },
  { id: 'petrochemie', nl: '(petro)chemie', en: 'petrochemicals', colour: '#b64a00' },
  { id: 'water', nl: 'water', en: 'water', colour: '#0000ff' },
  { id: 'warmte', nl: 'warmte', en: 'heat (district heating or cooling)', colour: '#008080' },
  { id: 'rioolVrijverval', nl: 'riool vrijverval', en: 'gravity sewer', colour: '#ba38a8' },
  {
    id: 'rioolOnderOverOfOnderdruk',
    nl: 'riool onder over- of onderdruk',
    en: 'pressurised or vacuum sewer',
    colour: '#800080',
  },
  { id: 'datatransport', nl: 'datatransport', en: 'data transport (telecom)', colour: '#00ff00' },
  { id: 'wees', nl: 'wees', en: 'orphan (owner unknown)', colour: '#918a6f' },
  { id: 'overig', nl: 'overig', en: 'other', colour: '#6f5c10' },
]

const BY_ID = new Map(THEMES.map((theme) => [theme.id, theme]))

/** Undefined for a code that the value list does not have: show the code itself. */
export const themeOf = (id: string): Theme | undefined => BY_ID.get(id)
