/** The exports as FlatGeobuf and as a ZIP of CSV lists are gone; their files are removed as any that no row names. */
import { running } from './running.ts'

export const fewerFormats = running("delete from artifact where format in ('fgb', 'csv')")
