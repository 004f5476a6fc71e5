/** The one search box. */
export const search = {
  search: {
    label: 'Search',
    placeholder: 'Address, place, RD or job',
    help: 'Ctrl K',
    coordinates: 'Coordinates',
    named: 'Places (GeoNames)',
    postcode: 'Postcode',
    postcodeOf: (addresses: number) =>
      addresses === 1 ? 'at the one address found before' : `amid ${addresses} addresses found before`,
    placeKinds: { 'part of town': 'part of town', municipality: 'municipality' },
    places: 'Address register',
    jobs: 'Jobs',
    moreJobs: (n: number) => (n === 1 ? '1 more job' : `${n} more jobs`),
    inList: 'show in the list',
    ofResult: 'In this result',
    theme: 'theme',
    operator: 'operator',
    recent: 'Recent searches',
    rd: (x: string, y: string) => `RD ${x}, ${y}`,
    fromDegrees: 'from degrees',
    nothing: 'Nothing found.',
    away: 'No connection to the server: jobs and addresses cannot be searched now.',
    offline:
      'The address register does not answer: search by place, coordinates, job, or an address or postcode found before.',
    found: 'Here',
    clear: 'Clear search',
  },
}
