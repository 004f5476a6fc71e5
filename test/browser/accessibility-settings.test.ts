/** axe on every page of the settings. */
import { PAGES } from '../screenshots/pages.ts'
import { axeFindsNothingOn } from '../support/axe-pages.ts'

axeFindsNothingOn(
  'axe finds nothing in the settings',
  PAGES.filter(({ name }) => name.startsWith('settings-')),
)
