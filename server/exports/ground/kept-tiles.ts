/** Unpacked tiles, a megabyte each: neighbouring tiles of a map are made of the same ones. */
const TILES_KEPT = 48

const kept = new Map<string, Uint32Array | undefined>()

/** @param name of a tile that never changes */
export function keptTile(name: string, read: () => Uint32Array | undefined): Uint32Array | undefined {
  const pixels = kept.get(name) ?? read()
  if (pixels === undefined) return undefined
  // Put at the end: the first is the one that was not asked for longest.
  kept.delete(name)
  kept.set(name, pixels)
  const [oldest] = kept.keys()
  if (kept.size > TILES_KEPT && oldest !== undefined) kept.delete(oldest)
  return pixels
}
