/**
 * What a prefixed name means at a place in the XML. Features repeat dozens of declarations and may declare prefixes of
 * their own, and nearly all of them change nothing. How many names there are is bounded by the scanner.
 */
import { copy } from './copy.ts'
import type { Attributes } from './xml-scanner.ts'

/** Namespaces by family, because 1.2.1, 2.0 and 3.0 differ in their URIs and the local names do not clash. */
export type Family = 'gml' | 'imkl' | 'inspire' | 'other'

export interface QualifiedName {
  family: Family
  local: string
}

const LETTER_X = 0x78
const LETTER_M = 0x6d

const ATTRIBUTE_NAMESPACES = {
  gml: /^http:\/\/www\.opengis\.net\/gml/,
  xlink: /^http:\/\/www\.w3\.org\/1999\/xlink$/,
  xsi: /^http:\/\/www\.w3\.org\/2001\/XMLSchema-instance$/,
}

/** The attributes that are asked for. */
type AttributeName = 'gml:id' | 'xlink:href' | 'xsi:nil'

function familyOf(uri: string): Family {
  if (uri.startsWith('http://www.opengis.net/gml')) return 'gml'
  if (uri.startsWith('http://www.geostandaarden.nl/imkl')) return 'imkl'
  return /inspire/i.test(uri) ? 'inspire' : 'other'
}

export class XmlNames {
  private readonly uris = new Map<string, string>()
  /** The same by attribute name, so that a declaration that changes nothing costs one look. */
  private readonly declared = new Map<string, string>()
  /** Namespaces of attributes that stand under an unusual prefix. */
  private readonly aliased = new Set<string>()
  private readonly undo: { depth: number; prefix: string; uri: string }[] = []
  private resolved = new Map<string, QualifiedName>()

  /** Takes the declarations on an element into account. */
  enter(attributes: Attributes, depth: number): void {
    const { names, values } = attributes
    for (let i = 0; i < names.length; i++) {
      const key = names[i]!
      // The first two letters decide nearly always: `xlink` and `xsi` are the only others with an x.
      if (key.charCodeAt(0) !== LETTER_X || key.charCodeAt(1) !== LETTER_M) continue
      if (!key.startsWith('xmlns') || (key.length > 5 && key[5] !== ':')) continue
      const uri = values[i]!
      if (this.declared.get(key) !== uri) this.bind(key.slice(6), uri, depth)
    }
  }

  leave(depth: number): void {
    while (this.undo.length > 0 && this.undo[this.undo.length - 1]!.depth === depth) {
      const { prefix, uri } = this.undo.pop()!
      this.set(prefix, uri)
      this.resolved = new Map()
    }
  }

  resolve(name: string): QualifiedName {
    const before = this.resolved.get(name)
    if (before) return before
    const colon = name.indexOf(':')
    const qualified = {
      family: familyOf(this.uris.get(colon < 0 ? '' : name.slice(0, colon)) ?? ''),
      local: copy(name.slice(colon + 1)),
    }
    this.resolved.set(name, qualified)
    return qualified
  }

  /** Attributes are few: the usual prefix first, then any prefix that stands for the same namespace. */
  attribute(attributes: Attributes, name: AttributeName): string | undefined {
    const usual = attributes.get(name)
    if (usual !== undefined || this.aliased.size === 0) return usual
    const [prefix, local] = name.split(':') as [keyof typeof ATTRIBUTE_NAMESPACES, string]
    if (!this.aliased.has(prefix)) return undefined
    for (const [i, key] of attributes.names.entries()) {
      if (!key.endsWith(`:${local}`)) continue
      const uri = this.uris.get(key.slice(0, -local.length - 1)) ?? ''
      if (ATTRIBUTE_NAMESPACES[prefix].test(uri)) return attributes.values[i]
    }
    return undefined
  }

  private set(prefix: string, uri: string): void {
    this.uris.set(prefix, uri)
    this.declared.set(prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri)
    for (const [usual, namespace] of Object.entries(ATTRIBUTE_NAMESPACES))
      if (prefix !== usual && namespace.test(uri)) this.aliased.add(usual)
  }

  /**
   * A prefix that goes out of scope keeps its meaning, since well-formed XML does not use it there; one that changes
   * its meaning, and the default namespace, are given back.
   */
  private bind(prefix: string, uri: string, depth: number): void {
    const before = this.uris.get(prefix)
    if (before === uri) return
    const own = copy(prefix)
    this.set(own, copy(uri))
    if (before === undefined && prefix !== '') {
      for (const name of this.resolved.keys()) if (name.startsWith(`${own}:`)) this.resolved.delete(name)
      return
    }
    this.undo.push({ depth, prefix: own, uri: before ?? '' })
    this.resolved = new Map()
  }
}

/** A reference to a value list or a page on the net is none to a member. */
export const isAbsolute = (target: string): boolean =>
  target.startsWith('http:') || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(target)
