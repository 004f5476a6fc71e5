/** Where a job's answers are. Told in every job and in every event. */

export interface JobLinks {
  self: string
  geojson: string
  export: { shp: string; geojson: string; gpkg: string }
  ogc: string
}

/** @param baseUrl origin of the server, without a slash at the end */
export function jobLinks(baseUrl: string, jobId: string): JobLinks {
  const self = `${baseUrl}/api/v1/jobs/${jobId}`
  const file = (format: string) => `${self}/export?format=${format}`
  return {
    self,
    geojson: `${self}/geojson`,
    export: { shp: file('shp'), geojson: file('geojson'), gpkg: file('gpkg') },
    ogc: `${baseUrl}/ogc/${jobId}`,
  }
}
