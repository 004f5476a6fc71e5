/** The name under which people get a file of a result. The project inside a GeoPackage finds its layers by it. */

import { isPreliminary, PRELIMINARY } from '../imkl/model/preliminary.ts'
import type { RegistryEnvironment } from '../registry/klic.ts'
import { endingOf, type ResultFormat } from './result-formats.ts'

/** Of a name, without what is said after it. */
const MAX_CHARACTERS = 60

/**
 * Letters without accents, digits, dot, dash and underscore: safe in a header and on every file system.
 * @param ending with its dot
 * @param mark says which one it is; it stays also behind a long subject
 */
export const nameWithEnding = (subject: string, ending: string, mark = ''): string => {
  const plain = subject
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, MAX_CHARACTERS)
    .replace(/^[-.]+|[-.]+$/g, '')
  return `KLIC_${plain || 'result'}${mark}${ending}`
}

export const readableName = (subject: string, format: ResultFormat, mark = ''): string =>
  nameWithEnding(subject, endingOf(format), mark)

/**
 * A file of a job's result. Another revision, or another job of the same reference, has another name: a browser would
 * save it as "… (1)" beside the older one, in which QGIS would then look for the layers of the newer.
 * @param revision below zero: of a preliminary result, which says so first
 * @param numbers fileNumbers of its deliveries; a preliminary result has none, because more come
 */
export const resultName = (
  job: { id: string; reference: string | null; environment: RegistryEnvironment },
  revision: number,
  format: ResultFormat,
  numbers = '',
): string => {
  const ofRevision = isPreliminary(revision) ? '' : `_r${revision}`
  const ofJob = job.reference === null ? '' : `_${job.id.slice(-4).toLowerCase()}`
  const mark = `${numbers}${ofRevision}${ofJob}`
  return readableName(
    withPreliminaryLabel(withTestLabel(job.reference ?? job.id, job.environment), revision),
    format,
    mark,
  )
}

/** KLIC numbers in a file's name, as "_22G000001-en-1"; empty when the reference says one. */
export const fileNumbers = (reference: string | null, klicNumbers: readonly string[]): string =>
  saysOne(reference, klicNumbers)
    ? ''
    : `_${numbersInShort(klicNumbers)
        .replace(' +', '-en-')
        .replace(/[^\w-]/g, '')}`

/** Without a reference of its own, an imported job is called by its numbers. */
const saysOne = (reference: string | null, klicNumbers: readonly string[]): boolean =>
  klicNumbers.length === 0 || klicNumbers.some((number) => reference?.includes(number))

/** KLIC numbers in a title, each once, by order: the first, and how many more there are. */
const numbersInShort = (klicNumbers: readonly string[]): string => {
  const [first = '', ...more] = [...new Set(klicNumbers)].sort()
  return more.length === 0 ? first : `${first} +${more.length}`
}

/**
 * What people call a result: jobs of one reference are told apart by their KLIC numbers.
 * @param klicNumbers of its deliveries
 */
export const resultTitle = (reference: string | null, klicNumbers: readonly string[]): string => {
  const numbers = numbersInShort(klicNumbers)
  if (reference === null) return numbers
  return saysOne(reference, klicNumbers) ? reference : `${reference}, ${numbers}`
}

/** What is no result says so before anything else, with its number. */
export const withPreliminaryLabel = (subject: string, revision: number): string =>
  isPreliminary(revision) ? `${PRELIMINARY}_${-revision}_${subject}` : subject

/** What is not for use in the field says so before anything else. */
export const withTestLabel = (subject: string, environment: RegistryEnvironment): string =>
  environment === 'production' ? subject : `TESTGEGEVENS_${subject}`

/**
 * Marks of direction (among \p{Cf}) would show another ending than the name has; a bag would write % otherwise (RFC 8493, 2.1.3),
 * which not all of its readers undo, and $ is taken for a variable by some.
 */
const NOT_IN_NAMES = /[<>:"/\\|?*%$\p{Cc}\p{Cf}\u2028\u2029]/gu

/** A name that others gave, in a ZIP: no file system takes it amiss, and the number in front keeps two of the same apart. */
export const inOrder = (no: number, name: string): string =>
  `${String(no).padStart(3, '0')} ${name.replaceAll(NOT_IN_NAMES, '-').replace(/[. ]+$/, '')}`
