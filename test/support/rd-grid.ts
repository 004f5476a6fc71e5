/** A correction grid for RD New that no other is taken for. */
import gdal from 'gdal-async'

/** Far more than the true shift, so that it is seen. */
export const SHIFT_SECONDS = 100

/** As nl_nsgi_rdtrans2018.tif is written: one raster, latitude and longitude, in arc-seconds. */
export function writeGrid(file: string): void {
  const [columns, rows] = [8, 6]
  const options = ['COMPRESS=DEFLATE', 'PREDICTOR=3', 'INTERLEAVE=BAND']
  const grid = gdal.drivers.get('GTiff').create(file, columns, rows, 2, gdal.GDT_Float32, options)
  grid.geoTransform = [1.5, 1, 0, 55.5, 0, -1]
  for (const band of [1, 2]) {
    const shift = new Float32Array(columns * rows).fill(band === 1 ? SHIFT_SECONDS : 0)
    grid.bands.get(band).pixels.write(0, 0, columns, rows, shift)
  }
  grid.close()
}
