/** XML as text: elements, attributes and QGIS's option maps. Everything given is escaped; nothing is read. */

export type Value = string | number | boolean

/** What has been written as XML already. */
export interface Xml {
  readonly xml: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids them, and names come from other people's data.
const SPECIAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff&<>"\n]/
const SPECIALS = new RegExp(SPECIAL, 'g')
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
}

/** For a text or an attribute. Most of what is written has nothing to escape. */
export const escapeXml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(SPECIALS, (character) => ESCAPES[character] ?? '') : text

/** @param inside text or elements; a falsy one is left out */
export function el(
  name: string,
  attributes: Readonly<Record<string, Value | undefined>> = {},
  ...inside: readonly (Xml | string | false | undefined)[]
): Xml {
  // Loops: a style has thousands of elements, and they are made by code that nothing has warmed.
  let head = name
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== undefined) head += ` ${key}="${escapeXml(asText(value))}"`
  }
  let body = ''
  for (const part of inside) if (part) body += typeof part === 'string' ? escapeXml(part) : part.xml
  return { xml: body === '' ? `<${head}/>` : `<${head}>${body}</${name}>` }
}

const asText = (value: Value): string => (typeof value === 'boolean' ? (value ? '1' : '0') : String(value))

/** An option map as symbol layers have it. */
export const options = (values: Readonly<Record<string, Value | undefined>>): Xml =>
  el(
    'Option',
    { type: 'Map' },
    ...Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => el('Option', { type: 'QString', value: value!, name })),
  )

/** Expressions by the name of the property that they decide. */
export type Expressions = Readonly<Record<string, string | undefined>>

/** @param tag `data_defined_properties` in a symbol, `dd_properties` in a label */
export function dataDefined(tag: string, expressions: Expressions): Xml | false {
  const given = Object.entries(expressions).filter(([, expression]) => expression !== undefined)
  if (given.length === 0) return false
  return el(
    tag,
    {},
    el(
      'Option',
      { type: 'Map' },
      el('Option', { type: 'QString', value: '', name: 'name' }),
      el(
        'Option',
        { type: 'Map', name: 'properties' },
        ...given.map(([name, expression]) =>
          el(
            'Option',
            { type: 'Map', name },
            el('Option', { type: 'bool', value: 'true', name: 'active' }),
            el('Option', { type: 'QString', value: expression!, name: 'expression' }),
            el('Option', { type: 'int', value: 3, name: 'type' }),
          ),
        ),
      ),
      el('Option', { type: 'QString', value: 'collection', name: 'type' }),
    ),
  )
}

export const document = (root: Xml, doctype = ''): string => `${doctype}${root.xml}\n`
