// @ts-check
/** Are known faults published of the packages in package-lock.json? Asked of the package registry, where it answers that. */

import { npm, runNpm } from '../setup/packages.mjs'
import { root } from '../setup/places.mjs'

/**
 * @param {string} output of `npm audit --json`
 * @returns {{ is: 'not-reached' } | { is: 'scanned', severe: string[], other: number }} severe: names of packages with high or critical ones
 */
export const readAudit = (output) => {
  try {
    const { auditReportVersion, vulnerabilities } = JSON.parse(output)
    if (!auditReportVersion) return { is: 'not-reached' }
    const all = Object.entries(vulnerabilities)
    const isSevere = (/** @type {{ severity: string }} */ { severity }) => ['high', 'critical'].includes(severity)
    const severe = all.filter(([, each]) => isSevere(each)).map(([name, { severity }]) => `${name} (${severity})`)
    return { is: 'scanned', severe, other: all.length - severe.length }
  } catch {
    return { is: 'not-reached' }
  }
}

/**
 * Why no release may be built: a severe fault that is published, or that nobody could be asked.
 * @param {ReturnType<typeof readAudit>} advisories
 */
export const faultsOf = (advisories) =>
  advisories.is === 'not-reached'
    ? ['the packages were not scanned for known faults']
    : advisories.severe.map((each) => `a known fault: ${each}`)

export const askForAdvisories = async () => readAudit((await runNpm(await npm(), ['audit', '--json'], root)).stdout)
