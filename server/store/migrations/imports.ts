/** Jobs that were opened from files, and their notifications by number. */
import { running } from './running.ts'

export const imports = running(
  `alter table job add column source text not null default 'ordered'`,
  `create index part_klic_number on part (company_id, klic_number) where klic_number is not null`,
)
