/** The name under which people get a file of a result. The project inside a GeoPackage finds its layers by it. */
import type { RegistryEnvironment } from './klic/klic.ts'
import { endingOf, type ResultFormat } from './result-formats.ts'

/** Letters without accents, digits, dot, dash and underscore: safe in a header and on every file system. */
export const readableName = (subject: string, format: ResultFormat): string => {
  const plain = subject
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60)
  return `KLIC_${plain || 'result'}${endingOf(format)}`
}

/** What is not for use in the field says so before anything else. */
export const labelled = (subject: string, environment: RegistryEnvironment): string =>
  environment === 'production' ? subject : `TESTGEGEVENS_${subject}`
