/** When the registry was asked for what was opened from files: the clock of digging runs from there. */
import { running } from './running.ts'

export const requested = running('alter table job add column requested text')
