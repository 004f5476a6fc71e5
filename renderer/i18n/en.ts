/** English, topic by topic. Its shape is what every other language must fill: a missing key does not compile. */
import { area } from './en/area.ts'
import { asking } from './en/asking.ts'
import { calamity } from './en/calamity.ts'
import { common } from './en/common.ts'
import { company } from './en/company.ts'
import { desktop } from './en/desktop.ts'
import { digging } from './en/digging.ts'
import { gis } from './en/gis.ts'
import { imports } from './en/imports.ts'
import { integrations } from './en/integrations.ts'
import { jobs } from './en/jobs.ts'
import { map } from './en/map.ts'
import { office } from './en/office.ts'
import { offlineMap } from './en/offline-map.ts'
import { operations } from './en/operations.ts'
import { people } from './en/people.ts'
import { projects } from './en/projects.ts'
import { reasons } from './en/reasons.ts'
import { registry } from './en/registry.ts'
import { result } from './en/result.ts'
import { safety } from './en/safety.ts'
import { search } from './en/search.ts'
import { settings } from './en/settings.ts'
import { settingsForm } from './en/settings-form.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { today } from './en/today.ts'
import { warnings } from './en/warnings.ts'
import { kindsOfWork } from './en/works.ts'

export const en = {
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

export type Words = typeof en
