/**
 * Further certificate authorities beside those that Node and the system know: Kadaster's hosts have used one of the
 * Dutch state's private root. Holds for the whole process, so that every connection has it.
 */
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Refusal } from '../../platform/refusal.ts'

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

const known = (type: 'default' | 'system'): string[] => {
  try {
    return getCACertificates(type)
  } catch {
    return []
  }
}

/** What was there before the first call: a file that is taken away again takes its authorities along. */
let before: string[] | undefined

/** @throws Refusal VALIDATION_FAILED when the file can't be read or holds no certificate; then nothing changes */
export const trustAlso = (caFile: string | null): void => {
  if (caFile === null && before === undefined) return
  let more: string[] = []
  if (caFile !== null) {
    try {
      more = readFileSync(caFile, 'utf8').match(BLOCK) ?? []
    } catch {
      more = []
    }
    if (more.length === 0) {
      const message = 'The file with certificate authorities can not be read, or holds no certificate in PEM.'
      throw new Refusal('VALIDATION_FAILED', message, {
        complaints: [{ pointer: '', code: 'CA_FILE_UNUSABLE', message, setting: 'registry.ca_file' }],
      })
    }
  }
  before ??= [...new Set([...known('default'), ...known('system')])]
  setDefaultCACertificates([...before, ...more])
}
