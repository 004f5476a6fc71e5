/** The one search box. */
export const search = {
  search: {
    label: 'Search',
    placeholder: 'Address, place, coordinates or job',
    help: 'Ctrl K',
    coordinates: 'Coordinates',
    named: 'Places (GeoNames)',
    partOfTown: 'part of town',
    places: 'Address register',
    jobs: 'Jobs',
    ofResult: 'In this result',
    theme: 'theme',
    operator: 'operator',
    recent: 'Recent places',
    rd: (x: string, y: string) => `RD ${x}, ${y}`,
    fromDegrees: 'from degrees',
    nothing: 'Nothing found.',
    offline: 'The address register doesn’t answer: search by place, coordinates, job or an address found before.',
    found: 'Here',
    clear: 'Clear the search',
  },
}
