/** axe on the pages of a result. */
import { PAGES } from '../screenshots/pages.ts'
import { axeFindsNothing } from '../support/axe-pages.ts'

axeFindsNothing(
  'axe finds nothing on a result',
  PAGES.filter(({ name }) => name.startsWith('result')),
)
