/** What a column of a result is called for people: its Dutch name with its unit, for GIS programs that show an alias. */

const UNITS: Readonly<Record<string, string>> = { m: 'm', cm: 'cm', mm: 'mm', bar: 'bar', v: 'V' }

/** What the rule below would not write as the trade does. */
const TITLES: Readonly<Record<string, string>> = {
  id: 'IMKL-id',
  thema: 'Thema (code)',
  thema_naam: 'Thema',
  status: 'Status (code)',
  status_naam: 'Status',
  type: 'Type (code)',
  type_naam: 'Type',
  bronhouder: 'Bronhouder (code)',
  klic_nummer: 'KLIC-nummer',
  net_id: 'Utiliteitsnet (id)',
  bgt_id: 'BGT-id',
  bag_id: 'BAG-id',
  nauwkeurigheid_xy_cm: 'Nauwkeurigheid xy (cm)',
  eis: 'Eis voorzorgsmaatregel',
  anker_h: 'Anker horizontaal',
  anker_v: 'Anker verticaal',
  rotatie: 'Rotatie (graden)',
}

export function columnTitle(name: string): string {
  const known = TITLES[name]
  if (known !== undefined) return known
  const words = name.split('_')
  const unit = words.length > 1 ? UNITS[words.at(-1)!] : undefined
  const text = (unit === undefined ? words : words.slice(0, -1)).join(' ')
  return `${text[0]!.toUpperCase()}${text.slice(1)}${unit === undefined ? '' : ` (${unit})`}`
}
