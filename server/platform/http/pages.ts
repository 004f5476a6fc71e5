/** A list in pages, from 1. */

export interface Page<T> {
  data: T[]
  page: number
  pageSize: number
  total: number
}

/** As answers show it. */
export const pagination = ({ page, pageSize, total }: Omit<Page<unknown>, 'data'>) => ({
  page,
  page_size: pageSize,
  total,
  total_pages: Math.ceil(total / pageSize),
})
