/** The QGIS project inside a GeoPackage, as text: without QGIS. */
import { inflateRawSync } from 'node:zlib'
import { openResult } from '../../server/exports/geopackage/read.ts'

/** @param zipped a `.qgz` with one file in it */
export function projectText(zipped: Uint8Array): string {
  const bytes = Buffer.from(zipped)
  return inflateRawSync(bytes.subarray(30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28))).toString()
}

/** @returns names of the files in which the layers of a project are looked for, each once */
export const filesNamedIn = (project: string): string[] => [
  ...new Set([...project.matchAll(/<datasource>(?:GPKG:)?\.\/([^|:<]+)[|:]/g)].map(([, name]) => name!)),
]

/** @param path of a GeoPackage; @returns the project inside, as text */
export function projectInside(path: string): string {
  const result = openResult(path)
  try {
    return projectText(result.project()!)
  } finally {
    result.close()
  }
}

/** @param path of a GeoPackage; @returns as filesNamedIn, of the project inside */
export const filesNamedInside = (path: string): string[] => filesNamedIn(projectInside(path))
