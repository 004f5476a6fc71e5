/** axe on the pages of a result. */
import { PAGES } from '../screenshots/pages.ts'
import { axeFindsNothingOn } from '../support/axe-pages.ts'

axeFindsNothingOn(
  'axe finds nothing on a result',
  PAGES.filter(({ name }) => name.startsWith('result')),
)
