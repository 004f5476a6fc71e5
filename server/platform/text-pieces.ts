/** @returns the texts one behind the other in UTF-8, in pieces of at least so many characters but for the last */
export function* textPieces(texts: Iterable<string>, characters: number): Generator<Buffer> {
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < characters) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(piece)
}
