/** What a process does and where its databases are, by its configuration: files in the data folder, or one PostgreSQL. */
import { join } from 'node:path'
import { BadConfiguration, type Configuration, configurationFile, configurationFrom } from './configuration.ts'

/**
 * For entries: what can't be meant ends the process at once, in words, before anything is opened. The whole file that
 * `KLIC_CONFIG` names becomes the environment, as systemd makes it: the client of S3 reads its credentials there.
 */
export function readConfiguration(): Configuration {
  try {
    const configuration = configurationFrom(process.env)
    for (const [name, value] of Object.entries(configurationFile(process.env))) process.env[name] ??= value
    if (configuration.role !== 'all' && configuration.databaseUrl === null) {
      throw new BadConfiguration(
        `KLIC_ROLE is ${configuration.role}: processes that share the work meet in a database, so set DATABASE_URL.`,
      )
    }
    return configuration
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(4)
  }
}

type Where = Pick<Configuration, 'databaseUrl'>

/** For openStore. */
export const storeAt = ({ databaseUrl }: Where, dataDir: string): string => databaseUrl ?? join(dataDir, 'app.db')

/** For openEngine. */
export const queueAt = ({ databaseUrl }: Where, dataDir: string): string => databaseUrl ?? join(dataDir, 'queue.db')

/** An operator is told so at each start. */
export const FILES_APART =
  'DATABASE_URL is set and STORAGE_URL is not: files stay in the data folder of this machine, where other machines do not see them.'

type Files = Pick<Configuration, 'databaseUrl' | 'storageUrl'>

/** Whether machines share the database, and each keeps files in its own data folder. */
export const keepsFilesApart = ({ databaseUrl, storageUrl }: Files): boolean =>
  databaseUrl !== null && storageUrl === null

/** Whether the files lie in the folder of the database. */
export const isOneFolder = ({ databaseUrl, storageUrl }: Files): boolean => databaseUrl === null && storageUrl === null

/** Whether other processes, here or elsewhere, serve the same data beside this one and its children. */
export const isShared = ({ databaseUrl }: Where): boolean => databaseUrl !== null
