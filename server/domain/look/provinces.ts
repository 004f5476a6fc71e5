/** The provinces as frames, for whoever wants a map of one: all of its places lie in it, with some 6 km around them. */

/** [west, south, east, north] in degrees */
export type Frame = readonly [number, number, number, number]

export const PROVINCES = {
  groningen: { name: 'Groningen', frame: [6.1, 52.8, 7.3, 53.5] },
  fryslan: { name: 'Fryslân', frame: [4.8, 52.75, 6.45, 53.55] },
  drenthe: { name: 'Drenthe', frame: [6.05, 52.55, 7.15, 53.25] },
  overijssel: { name: 'Overijssel', frame: [5.7, 52.05, 7.1, 52.9] },
  flevoland: { name: 'Flevoland', frame: [5.1, 52.25, 5.95, 52.8] },
  gelderland: { name: 'Gelderland', frame: [4.9, 51.65, 6.85, 52.55] },
  utrecht: { name: 'Utrecht', frame: [4.7, 51.8, 5.7, 52.35] },
  noord_holland: { name: 'Noord-Holland', frame: [4.4, 52.1, 5.4, 53.25] },
  zuid_holland: { name: 'Zuid-Holland', frame: [3.8, 51.65, 5.15, 52.4] },
  zeeland: { name: 'Zeeland', frame: [3.25, 51.15, 4.35, 51.8] },
  noord_brabant: { name: 'Noord-Brabant', frame: [4.1, 51.15, 6.05, 51.9] },
  limburg: { name: 'Limburg', frame: [5.55, 50.7, 6.3, 51.85] },
} as const satisfies Record<string, { name: string; frame: Frame }>

export type Province = keyof typeof PROVINCES
export const PROVINCE_CODES = Object.keys(PROVINCES) as [Province, ...Province[]]
