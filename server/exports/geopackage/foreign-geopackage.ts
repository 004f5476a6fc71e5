/** A GeoPackage that somebody brought, as rows and shapes: what reads it is handed to who understands the shapes. */

export interface ForeignFeature {
  /** Of the wanted columns, those that it has and that hold text or a number. */
  fields: Record<string, string | number>
  /** Well-known binary; null: no geometry, an empty one, or one that is none of a GeoPackage. */
  wkb: Buffer | null
}

export interface ForeignLayer {
  name: string
  /** `EPSG:…`, else well-known text; null: the file does not say. */
  crs: string | null
  features(): IterableIterator<ForeignFeature>
}

export interface ForeignGeoPackage {
  layers: ForeignLayer[]
  close(): void
}

/** It holds more than rows: what, and its name. */
export class ActiveGeoPackage extends Error {
  override readonly name = 'ActiveGeoPackage'
  readonly what: 'view' | 'virtual table' | 'computed column'
  readonly called: string

  constructor(what: ActiveGeoPackage['what'], called: string) {
    super(`The GeoPackage holds a ${what}: ${called}`)
    this.what = what
    this.called = called
  }
}

/**
 * @param path in a folder that may be written: a file that was copied while it was in use has its log made beside it
 * @param wanted columns, in lower case
 * @throws ActiveGeoPackage; Error for what is no GeoPackage
 */
export type OpenGeoPackage = (path: string, wanted: readonly string[]) => Promise<ForeignGeoPackage>
