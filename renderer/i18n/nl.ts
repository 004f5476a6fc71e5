/** Nederlands. */
import type { Words } from './en.ts'
import { area } from './nl/area.ts'
import { asking } from './nl/asking.ts'
import { calamity } from './nl/calamity.ts'
import { common } from './nl/common.ts'
import { company } from './nl/company.ts'
import { desktop } from './nl/desktop.ts'
import { digging } from './nl/digging.ts'
import { gis } from './nl/gis.ts'
import { imports } from './nl/imports.ts'
import { integrations } from './nl/integrations.ts'
import { jobs } from './nl/jobs.ts'
import { map } from './nl/map.ts'
import { office } from './nl/office.ts'
import { offlineMap } from './nl/offline-map.ts'
import { operations } from './nl/operations.ts'
import { people } from './nl/people.ts'
import { projects } from './nl/projects.ts'
import { reasons } from './nl/reasons.ts'
import { registry } from './nl/registry.ts'
import { result } from './nl/result.ts'
import { safety } from './nl/safety.ts'
import { search } from './nl/search.ts'
import { settings } from './nl/settings.ts'
import { settingsForm } from './nl/settings-form.ts'
import { shell } from './nl/shell.ts'
import { signIn } from './nl/sign-in.ts'
import { today } from './nl/today.ts'
import { warnings } from './nl/warnings.ts'
import { kindsOfWork } from './nl/works.ts'

export const nl: Words = {
  ...area,
  ...asking,
  ...calamity,
  ...common,
  ...gis,
  ...imports,
  ...jobs,
  ...map,
  ...offlineMap,
  ...projects,
  ...result,
  ...safety,
  ...settings,
  ...signIn,
  ...search,
  ...kindsOfWork,
  ...company,
  ...desktop,
  ...digging,
  ...integrations,
  ...office,
  ...operations,
  ...people,
  ...reasons,
  ...registry,
  ...settingsForm,
  ...shell,
  ...today,
  ...warnings,
}
