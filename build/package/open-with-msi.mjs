// @ts-check
/**
 * What open-with.nsh does, for the MSI: offers KLIC Desktop in "Open with", and leaves what opens these files now as it is.
 * electron-builder's own fileAssociations would take them over there, ZIP files among them.
 */
const PROG_ID = 'KlicDesktop.File'

/** HKLM in an installation for all accounts, HKCU in one for this account. @param {string} key @param {string} rest */
const value = (key, rest) => `<RegistryValue Root="HKMU" Key="Software\\Classes\\${key}" ${rest} Type="string"/>`

/**
 * @param {string} project of WiX, as electron-builder writes it
 * @param {readonly { ext: string }[]} kinds of files that are opened
 * @returns {string} with the values in the component of the program, so that they come and go with it
 */
export const withOpenWith = (project, kinds) => {
  const program = project.indexOf('Id="mainExecutable"')
  const end = project.indexOf('</Component>', program)
  if (program < 0 || end < 0) throw new Error('the MSI has no component with the program: see open-with-msi.mjs')
  const values = [
    value(PROG_ID, 'Value="KLIC Desktop"'),
    value(`${PROG_ID}\\shell\\open\\command`, 'Value="&quot;[#mainExecutable]&quot; &quot;%1&quot;"'),
    ...kinds.map(({ ext }) => value(`.${ext}\\OpenWithProgids`, `Name="${PROG_ID}" Value=""`)),
  ]
  return `${project.slice(0, end)}${values.join('\n')}\n${project.slice(end)}`
}
