/**
 * A key is for one registry, which its prefix has told since the first; and what it may is what stands in its row: before,
 * who might write might read, and an administrator's key might both, so that is written down for the keys of then.
 */

import { running } from './running.ts'

export const keys = running(
  `alter table api_key add column environment text not null default 'simulator'`,
  `update api_key set environment = case when prefix like 'klic!_live!_%' escape '!' then 'production'
     when prefix like 'klic!_eto!_%' escape '!' then 'eto' else 'simulator' end`,
  `update api_key set permissions = case when permissions like '%"admin"%' then '["read","write","admin"]'
     when permissions like '%"write"%' then '["read","write"]' else permissions end`,
  `create index api_key_by_maker on api_key (created_by)`,
)
