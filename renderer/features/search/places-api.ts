/** The list of places by name: a file of the window, read once. */
import { queryOptions } from '@tanstack/react-query'
import { readPlaces } from './gazetteer-api.ts'

const FILE = './places-nl.txt'

export const gazetteerQuery = queryOptions({
  queryKey: ['gazetteer'],
  queryFn: async ({ signal }) => {
    const answer = await fetch(FILE, { signal })
    if (!answer.ok) throw new Error(`${FILE}: ${answer.status}`)
    return readPlaces(await answer.text())
  },
  staleTime: Number.POSITIVE_INFINITY,
})
