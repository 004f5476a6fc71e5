/** Settings. */
export const settings = {
  settings: { title: 'Settings' },
  keys: {
    title: 'API and integrations',
    why: 'Your scripts, QGIS and other programs on this computer reach KLIC Desktop with a key.',
    address: 'Address of the API',
    docs: 'Read the documentation of the API',
    list: 'Keys',
    none: 'There is no key in use.',
    make: 'Make a key',
    name: 'What is it for?',
    nameExample: 'QGIS in the office',
    may: 'What may it do?',
    level: {
      read: { name: 'Read', what: 'quotes, status and results' },
      write: { name: 'Read and file', what: 'filing costs money' },
      admin: { name: 'Everything', what: 'keys included' },
    },
    /** What a key may that has none of these sets. */
    single: { read: 'reads', write: 'files', admin: 'manages keys' },
    gis: 'For GIS programs: layers and tiles only',
    /** Where it may file. */
    registry: { simulator: 'simulator only', eto: 'up to the ETO', production: 'Kadaster, too' },
    secretOnce: 'Copy this key now. It is shown only once.',
    copy: 'Copy',
    copied: 'Copied',
    revoke: 'Revoke',
    revoked: (day: string) => `Revoked on ${day}`,
    lastUsed: (day: string) => `Last used on ${day}`,
    neverUsed: 'Not used yet',
    expires: 'Works until (may stay empty)',
    until: (day: string) => `until ${day}`,
    origins: 'Web pages that may call the API',
    originsField: 'Addresses of the websites',
    originsHint:
      'Websites of your own, separated by spaces. Their pages need a key as well. Empty: none may.',
    dailyLimit: 'Most it may spend in a day (€)',
    dailyLimitHint: 'Empty: only the limit of the company holds.',
    mostADay: (amount: string) => `at most ${amount} a day`,
  },
}
