/** The registry's list of safety areas as a company has it: the same list may be granted to one and not to another. */
import { running } from './running.ts'

export const safetyAreas = running(
  `create table safety_list (company_id text primary key references company(id), environment text not null,
     address text, wanted_at text, ended_at text, state text, listed_on text, left_out integer not null, areas text) strict`,
)
