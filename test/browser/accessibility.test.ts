/** axe on every page of the window that is neither a result nor a setting. */
import { PAGES } from '../screenshots/pages.ts'
import { axeFindsNothingOn } from '../support/axe-pages.ts'

axeFindsNothingOn(
  'axe finds nothing on the way to a quote',
  PAGES.filter(({ name }) => !name.startsWith('result') && !name.startsWith('settings-')),
)
