/** A list in pages, from 1. Rows that are made while a client reads them neither shift nor repeat others. */

/** @property asOf RFC 3339 in UTC with milliseconds: rows that were made later are left out */
export interface PageRequest {
  page: number
  pageSize: number
  asOf?: string | undefined
}

/** @property asOf as given, else when the newest row was made; null: there is none */
export interface Page<T> {
  data: T[]
  page: number
  pageSize: number
  asOf: string | null
  total: number
}

export const pageRequest = (query: { page: number; page_size: number; as_of?: string | undefined }): PageRequest => ({
  page: query.page,
  pageSize: query.page_size,
  // Rows hold milliseconds always; what was given may hold fewer.
  asOf: query.as_of && new Date(query.as_of).toISOString(),
})

/** Of a list without rows: it stays empty. */
const BEFORE_ALL = new Date(0).toISOString()

/** As answers show it. */
export const pagination = ({ page, pageSize, total, asOf }: Omit<Page<unknown>, 'data'>) => ({
  page,
  page_size: pageSize,
  as_of: asOf ?? BEFORE_ALL,
  total,
  total_pages: Math.ceil(total / pageSize),
})
