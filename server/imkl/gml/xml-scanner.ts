/**
 * Well-formed XML as events, from text in pieces of any size. It searches for the next sign that matters instead of
 * looking at each character, which reads a delivery almost twice as fast as saxes, the parser that its tests hold it
 * against; it refuses what that refuses (XML 1.0, fifth edition), and a document type declaration, and XML built to exhaust
 * memory. Namespaces are left to the reader (xml-names.ts).
 * Reason for its length: one machine, whose parts share the place where it is.
 */
import { copy } from './copy.ts'
import {
  APOSTROPHE,
  DECLARATION,
  EQUALS,
  EXCLAMATION,
  endsName,
  GREATER,
  IS_NAME,
  isSpace,
  NO_CHARACTER,
  nameEnd,
  ONLY_SPACE,
  placeOf,
  QUESTION,
  QUOTE,
  resolveEntities,
  SLASH,
  spaceEnd,
  textEnd,
} from './xml-characters.ts'

export interface XmlEvents {
  /** @param name with its prefix; the same string each time */
  open(name: string, attributes: Attributes): void
  close(): void
  /** With its entities resolved; one text may come in several pieces. Only while `wantsText` is set. */
  text(piece: string): void
  /** What is wrong, in English: throws. */
  fault(what: string): never
}

/** Of one tag, in their order. Values are slices of the text. */
export class Attributes {
  readonly names: string[] = []
  readonly values: string[] = []

  get(name: string): string | undefined {
    const { names } = this
    for (let i = 0; i < names.length; i++) if (names[i] === name) return this.values[i]
    return undefined
  }
}
export const NO_ATTRIBUTES = new Attributes()

/** A name that was met, and those that came behind it the last time: mostly they come again, and need not be looked up. */
interface Name {
  readonly text: string
  /** The first attribute of an element, or the next one of an attribute. */
  attribute: Name | null
  /** The next element. */
  element: Name | null
}

/** IMKL has a few hundred. */
const MAX_NAMES = 10_000
const MAX_TAG_CHARS = 1024 * 1024
/** A delivery declares some twenty namespaces at once. */
const MAX_ATTRIBUTES = 256
/** In the value of an attribute: to be resolved, forbidden, or to become a space. */
const IN_VALUE = /[&<\t\n]/
const LONGEST_ENTITY = 32
/** What begins here has not ended in what is there yet. */
const NOT_YET = -1

export class XmlScanner {
  /** Whether text is handed on; else it is only checked. */
  wantsText = false
  private readonly events: XmlEvents
  private buffer = ''
  private isAtStart = true
  private heldReturn = ''
  /** What is being read besides tags and text. */
  private inside: 'comment' | 'cdata' | 'instruction' | null = null
  /** Names of the open elements. */
  private readonly path: string[] = []
  private hasRoot = false
  private readonly known = new Map<string, Name>()
  private lastElement: Name = { text: '', attribute: null, element: null }
  /** Where the buffer has the next `&` and `]]>`, so that each is looked for once. */
  private nextAmpersand = -1
  private nextSectionEnd = -1

  constructor(events: XmlEvents) {
    this.events = events
  }

  /** @param piece whole characters, no half surrogates */
  write(piece: string): void {
    let text = this.heldReturn + piece
    this.heldReturn = ''
    if (text.includes('\r')) {
      // A line ends with one character in the result, with one or two in the file; the second of two may still come.
      if (text.endsWith('\r')) {
        this.heldReturn = '\r'
        text = text.slice(0, -1)
      }
      text = text.replace(/\r\n?/g, '\n')
    }
    this.take(text)
  }

  end(): void {
    if (this.heldReturn !== '') this.take('\n')
    if (!this.hasRoot) this.events.fault('it has no element')
    const isWhole = this.path.length === 0 && this.inside === null && this.buffer === ''
    if (!isWhole) this.events.fault('it ends too early')
  }

  private take(text: string): void {
    if (NO_CHARACTER.test(text)) this.events.fault('it holds a character that XML forbids')
    this.buffer += text
    const { buffer } = this
    this.nextAmpersand = this.nextSectionEnd = -1
    let at = 0
    while (at < buffer.length) {
      const next = this.inside === null ? this.contentAt(at) : this.insideAt(at)
      if (next === NOT_YET) break
      at = next
    }
    this.buffer = buffer.slice(at)
    if (this.buffer.length > MAX_TAG_CHARS) this.events.fault('it has a tag of absurd size')
  }

  private contentAt(at: number): number {
    const { buffer } = this
    const less = textEnd(buffer, at)
    if (less === at) return this.markupAt(at)
    const end = less < 0 ? this.surelyText(at) : less
    if (end === at) return NOT_YET
    this.textTo(at, end)
    return end
  }

  /** How far this is text for sure: an entity and the end of a section may be cut in two. */
  private surelyText(at: number): number {
    const { buffer } = this
    let end = buffer.length
    const ampersand = buffer.lastIndexOf('&')
    if (ampersand >= at && !buffer.includes(';', ampersand)) {
      if (end - ampersand > LONGEST_ENTITY) this.events.fault('it has an & that begins no entity')
      end = ampersand
    }
    while (end > at && buffer.endsWith(']', end)) end--
    return end
  }

  private textTo(from: number, to: number): void {
    const { buffer } = this
    if (this.path.length === 0 && !ONLY_SPACE.test(buffer.slice(from, to))) {
      this.events.fault('it has text outside of its element')
    }
    this.isAtStart = false
    if (this.nextSectionEnd < from) this.nextSectionEnd = placeOf(buffer, ']]>', from)
    if (this.nextSectionEnd < to) this.events.fault('it has a ]]> that ends nothing')
    if (this.nextAmpersand < from) this.nextAmpersand = placeOf(buffer, '&', from)
    if (this.nextAmpersand < to) {
      const text = this.resolved(buffer.slice(from, to))
      if (this.wantsText) this.events.text(text)
    } else if (this.wantsText) this.events.text(buffer.slice(from, to))
  }

  private markupAt(less: number): number {
    const { buffer } = this
    const second = buffer.charCodeAt(less + 1)
    const next =
      second === SLASH
        ? this.closingTagAt(less)
        : second === EXCLAMATION
          ? this.declarationAt(less)
          : second === QUESTION
            ? this.instructionAt(less)
            : this.openingTagAt(less)
    if (next !== NOT_YET) this.isAtStart = false
    return next
  }

  private closingTagAt(less: number): number {
    const { buffer } = this
    const name = this.path[this.path.length - 1]
    if (name === undefined) this.events.fault('it closes an element that is not open')
    let end = less + 2 + name.length
    if (!buffer.startsWith(name, less + 2) || buffer.charCodeAt(end) !== GREATER) {
      end = buffer.indexOf('>', less)
      if (end < 0) return NOT_YET
      const written = buffer.slice(less + 2, end).replace(/[ \t\n]+$/, '')
      if (written !== name) this.events.fault(`it closes ${written.slice(0, 60)} where ${name.slice(0, 60)} is open`)
    }
    this.path.pop()
    this.events.close()
    return end + 1
  }

  private openingTagAt(less: number): number {
    const { buffer } = this
    const name = this.nameAt(less + 1, this.lastElement.element)
    if (name === null) return NOT_YET
    let at = less + 1 + name.text.length
    let attributes = NO_ATTRIBUTES
    let isEmpty = false
    let last = name
    for (;;) {
      const before = at
      at = spaceEnd(buffer, at)
      if (at >= buffer.length) return NOT_YET
      const code = buffer.charCodeAt(at)
      if (code === GREATER) break
      if (code === SLASH) {
        if (++at >= buffer.length) return NOT_YET
        if (buffer.charCodeAt(at) !== GREATER) this.events.fault('it has a / within a tag')
        isEmpty = true
        break
      }
      if (at === before) this.events.fault('it has attributes without a space between them')
      if (attributes === NO_ATTRIBUTES) attributes = new Attributes()
      const attribute = this.nameAt(at, last.attribute)
      if (attribute === null) return NOT_YET
      at = this.valueAt(at + attribute.text.length, attribute.text, attributes)
      if (at === NOT_YET) return NOT_YET
      last.attribute = attribute
      last = attribute
    }
    this.lastElement.element = name
    this.lastElement = name
    if (this.path.length === 0) {
      if (this.hasRoot) this.events.fault('it has a second outermost element')
      this.hasRoot = true
    }
    this.path.push(name.text)
    this.events.open(name.text, attributes)
    if (isEmpty) {
      this.path.pop()
      this.events.close()
    }
    return at + 1
  }

  /**
   * @param end of the attribute's name
   * @returns the place behind its value
   */
  private valueAt(end: number, name: string, attributes: Attributes): number {
    const { buffer } = this
    const equals = spaceEnd(buffer, end)
    const opening = spaceEnd(buffer, equals + 1)
    if (opening >= buffer.length) return NOT_YET
    const quote = buffer.charCodeAt(opening)
    if (buffer.charCodeAt(equals) !== EQUALS || (quote !== QUOTE && quote !== APOSTROPHE)) {
      this.events.fault('it has an attribute without a value in quotes')
    }
    const closing = buffer.indexOf(quote === QUOTE ? '"' : "'", opening + 1)
    if (closing < 0) return NOT_YET
    if (attributes.names.length >= MAX_ATTRIBUTES) this.events.fault('it has a tag of absurd size')
    if (attributes.names.includes(name)) this.events.fault(`it has an attribute twice: ${name.slice(0, 60)}`)
    const value = buffer.slice(opening + 1, closing)
    attributes.names.push(name)
    attributes.values.push(IN_VALUE.test(value) ? this.valueOf(value) : value)
    return closing + 1
  }

  private valueOf(written: string): string {
    if (written.includes('<')) this.events.fault('it has a < in the value of an attribute')
    return this.resolved(written.replace(/[\t\n]/g, ' '))
  }

  /** A comment, or a section of text as it is. */
  private declarationAt(less: number): number {
    const { buffer } = this
    if (buffer.startsWith('<!--', less)) {
      this.inside = 'comment'
      return less + 4
    }
    if (buffer.startsWith('<![CDATA[', less)) {
      if (this.path.length === 0) this.events.fault('it has text outside of its element')
      this.inside = 'cdata'
      return less + 9
    }
    const begun = buffer.slice(less, less + 9)
    if (['<!--', '<![CDATA[', '<!DOCTYPE'].some((known) => known !== begun && known.startsWith(begun))) return NOT_YET
    this.events.fault(
      begun === '<!DOCTYPE'
        ? 'it declares a document type, which a delivery never does'
        : 'it has a <! that begins nothing',
    )
  }

  private instructionAt(less: number): number {
    const { buffer } = this
    const end = nameEnd(buffer, less + 2)
    if (end >= buffer.length) return NOT_YET
    const target = buffer.slice(less + 2, end).replace(/\?$/, '')
    if (target === 'xml' && this.isAtStart) {
      const closing = buffer.indexOf('?>', less)
      if (closing < 0) return NOT_YET
      if (!DECLARATION.test(buffer.slice(less, closing + 2))) this.events.fault('its first line is no XML declaration')
      return closing + 2
    }
    if (!IS_NAME.test(target) || target.toLowerCase() === 'xml') this.events.fault('it has a <? that begins nothing')
    const behind = less + 2 + target.length
    if (!isSpace(buffer.charCodeAt(behind)) && !buffer.startsWith('?>', behind)) {
      this.events.fault('it has a <? that begins nothing')
    }
    this.inside = 'instruction'
    return behind
  }

  private insideAt(at: number): number {
    const { buffer, inside } = this
    const closing = inside === 'comment' ? '--' : inside === 'cdata' ? ']]>' : '?>'
    const found = buffer.indexOf(closing, at)
    let end = found
    if (found < 0) {
      // The sign may be cut in two.
      end = buffer.length
      while (end > at && buffer.length - end < closing.length - 1 && closing.includes(buffer[end - 1]!)) end--
    }
    if (inside === 'cdata' && this.wantsText && end > at) this.events.text(buffer.slice(at, end))
    if (found < 0) return end > at ? end : NOT_YET
    if (inside === 'comment') {
      if (found + 2 >= buffer.length) return found > at ? found : NOT_YET
      if (buffer.charCodeAt(found + 2) !== GREATER) this.events.fault('it has a comment with -- in it')
    }
    this.inside = null
    return found + (inside === 'instruction' ? 2 : 3)
  }

  /** @returns null: its end has not come yet */
  private nameAt(from: number, expected: Name | null): Name | null {
    const { buffer } = this
    if (expected !== null && buffer.startsWith(expected.text, from)) {
      const end = from + expected.text.length
      if (end < buffer.length && endsName(buffer.charCodeAt(end))) return expected
    }
    const end = nameEnd(buffer, from)
    return end < buffer.length ? this.nameOf(buffer.slice(from, end)) : null
  }

  private nameOf(written: string): Name {
    const before = this.known.get(written)
    if (before !== undefined) return before
    if (!IS_NAME.test(written)) this.events.fault(`it has a name that is none: ${written.slice(0, 60)}`)
    if (this.known.size >= MAX_NAMES) this.events.fault('it has more kinds of elements than any delivery')
    // A slice would keep its whole piece of the text alive.
    const name: Name = { text: copy(written), attribute: null, element: null }
    this.known.set(name.text, name)
    return name
  }

  private resolved(text: string): string {
    return resolveEntities(text) ?? this.events.fault('it has an entity that is not known')
  }
}
