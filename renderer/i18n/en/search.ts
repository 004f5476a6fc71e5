/** The one search box. */
export const search = {
  search: {
    label: 'Search',
    placeholder: 'Address, coordinates, KLIC number or reference',
    help: 'Ctrl K',
    coordinates: 'Coordinates',
    places: 'Addresses and places',
    jobs: 'Jobs',
    ofResult: 'In this result',
    theme: 'theme',
    operator: 'operator',
    recent: 'Recent places',
    rd: (x: string, y: string) => `RD ${x}, ${y}`,
    fromDegrees: 'from degrees',
    nothing: 'Nothing found.',
    offline: 'Addresses can’t be searched now; coordinates, jobs and recent places can.',
    found: 'Here',
    clear: 'Clear the search',
  },
}
