/** axe on every page of the settings. */
import { PAGES } from '../screenshots/pages.ts'
import { axeFindsNothing } from '../support/axe-pages.ts'

axeFindsNothing(
  'axe finds nothing in the settings',
  PAGES.filter(({ name }) => name.startsWith('settings-')),
)
