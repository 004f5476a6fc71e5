/** Official class names are words without spaces: `Elektriciteitskabel`, `OlieGasChemicalienPijpleiding`. */
export const className = (objecttype: unknown): string =>
  typeof objecttype === 'string' ? objecttype.replace(/(?<=[a-z])(?=[A-Z])/g, ' ') : ''
