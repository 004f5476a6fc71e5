/** What we use of opentype.js, which comes without types. */
declare module 'opentype.js' {
  export interface PathCommand {
    type: 'M' | 'L' | 'Q' | 'C' | 'Z'
    x: number
    y: number
    x1: number
    y1: number
    x2: number
    y2: number
  }
  export interface Glyph {
    index: number
    advanceWidth: number
    getPath(x: number, y: number, fontSize: number): { commands: PathCommand[] }
  }
  export interface Font {
    unitsPerEm: number
    /** The glyph at index 0, when it has none for the sign. */
    charToGlyph(sign: string): Glyph
  }
  const opentype: { parse(bytes: ArrayBuffer): Font }
  export default opentype
}
