/** Soorten werk bij de codes van het Kadaster. */
import { WORKS_IN_DUTCH } from '../../../server/contract/vocabulary.ts'
import type { kindsOfWork as English } from '../en/works.ts'

export const kindsOfWork: typeof English = { works: WORKS_IN_DUTCH }
