/** What a delivery is made of, apart from its contents: the paths of its elements and attributes, its codes, its units. */
import { XmlScanner } from '../../server/imkl/gml/xml-scanner.ts'

export interface DeliveryVocabulary {
  /** `Kast/label`, `Mantelbuis/pipeDiameter/@nil`: without prefixes, from the class down. */
  paths: Set<string>
  /** `appurtenanceType WaterAppurtenanceTypeIMKLValue/overig`: an element, and the value of a list that it names. */
  codes: Set<string>
  /** Names of coordinate systems and of units, as they are spelled. */
  spellings: Set<string>
}

export const nothingMade = (): DeliveryVocabulary => ({ paths: new Set(), codes: new Set(), spellings: new Set() })

/** Of the collection and of a member: only what lies below says something. */
const WRAPPERS = 2
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Adds what one GML file is made of. */
export const noteMade = (gml: string, { paths, codes, spellings }: DeliveryVocabulary): void => {
  const stack: string[] = []
  const scanner = new XmlScanner({
    open(name, attributes) {
      stack.push(local(name))
      const path = stack.slice(WRAPPERS).join('/')
      if (path) paths.add(path)
      attributes.names.forEach((attribute, index) => {
        if (attribute.startsWith('xmlns')) return
        const value = attributes.values[index]!
        const what = local(attribute)
        if (path) paths.add(`${path}/@${what}`)
        if (what === 'srsName' || what === 'uom') spellings.add(value)
        if (what === 'href' && value.includes('://')) {
          codes.add(`${local(name)} ${value.split('/').slice(-2).join('/')}`)
        }
      })
    },
    close: () => stack.pop(),
    text: () => {},
    fault(what) {
      throw new Error(what)
    },
  })
  scanner.write(gml)
  scanner.end()
}
