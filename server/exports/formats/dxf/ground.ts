/**
 * The ground as a drawing: an IMAGE for each GeoTIFF, in its place in RD New, named by the file beside the drawing. To be
 * attached below the drawing of cables and pipes (as an external reference) where a program reads no position in a picture.
 */
import { emptyExtent, widen } from '../../../geometry/flat.ts'
import { type RasterPlace, sizeOf } from '../geotiff.ts'
import { afterEntities, beforeEntities, type DrawingFrame } from './document.ts'
import { GROUND_LAYER } from './layers.ts'
import { decimal, FIRST_ENTITY, FIRST_OF_TABLES, Handles, MODEL_SPACE, tag } from './tags.ts'

interface Picture {
  raster: RasterPlace
  image: string
  definition: string
  reactor: string
}

/** Its own picture, also in a turned view, with what is transparent. */
const SHOWN = 1 + 2 + 8
const METRE = 3

/** What AutoCAD needs declared of kinds of objects that came after the first ones: name, class, flags, whether it is drawn. */
const CLASSES = [
  ['IMAGE', 'AcDbRasterImage', 2175, 1],
  ['IMAGEDEF', 'AcDbRasterImageDef', 0, 0],
  ['IMAGEDEF_REACTOR', 'AcDbRasterImageDefReactor', 1, 0],
  ['RASTERVARIABLES', 'AcDbRasterVariables', 0, 0],
] as const

/**
 * @param rasters the lowest first, at least one; each lies beside the drawing as a GeoTIFF
 * @param comments shown by programs that show comments
 */
export function groundDrawing(rasters: readonly RasterPlace[], comments: readonly string[]): string {
  const handles = new Handles(FIRST_ENTITY)
  const pictures = rasters.map((raster) => ({
    raster,
    image: handles.next(),
    definition: handles.next(),
    reactor: handles.next(),
  }))
  const [dictionary, variables] = [handles.next(), handles.next()]
  const extent = emptyExtent()
  for (const { extent: box } of rasters) widen(extent, [box.minX, box.minY, box.maxX, box.maxY])
  const frame: DrawingFrame = {
    layers: [GROUND_LAYER],
    extent,
    handles: new Handles(FIRST_OF_TABLES),
    seed: handles.seed(),
    comments,
    classes: CLASSES.map(([name, type, flags, isDrawn]) => classOf(name, type, flags, isDrawn, rasters.length)).join(
      '',
    ),
  }
  return (
    beforeEntities(frame) +
    pictures.map(imageOf).join('') +
    afterEntities(frame.handles, (root) => ({
      named: named('ACAD_IMAGE_DICT', dictionary) + named('ACAD_IMAGE_VARS', variables),
      contents:
        object('DICTIONARY', dictionary, root, 'AcDbDictionary') +
        tag(281, 1) +
        pictures.map(({ raster, definition }) => named(raster.table, definition)).join('') +
        pictures.map((picture) => definitionOf(picture, dictionary) + reactorOf(picture)).join('') +
        object('RASTERVARIABLES', variables, root, 'AcDbRasterVariables') +
        [tag(90, 0), tag(70, 0), tag(71, 1), tag(72, METRE)].join(''),
    }))
  )
}

const classOf = (name: string, type: string, flags: number, isDrawn: number, pictures: number): string =>
  tag(0, 'CLASS') +
  tag(1, name) +
  tag(2, type) +
  tag(3, 'ISM') +
  tag(90, flags) +
  tag(91, name === 'RASTERVARIABLES' ? 1 : pictures) +
  tag(280, 0) +
  tag(281, isDrawn)

const named = (name: string, handle: string): string => tag(3, name) + tag(350, handle)

const object = (type: string, handle: string, owner: string, subclass: string): string =>
  tag(0, type) + tag(5, handle) + tag(330, owner) + tag(100, subclass)

/** From its lower left corner, by the sides of one pixel, which are not rounded: thousands of them follow each other. */
function imageOf({ raster, image, definition, reactor }: Picture): string {
  const { width, height } = sizeOf(raster)
  const { origin, pixel } = raster
  const point = (code: number, x: number | string, y: number | string): string => tag(code, x) + tag(code + 10, y)
  return (
    tag(0, 'IMAGE') +
    tag(5, image) +
    tag(330, MODEL_SPACE) +
    tag(100, 'AcDbEntity') +
    tag(8, GROUND_LAYER.name) +
    tag(100, 'AcDbRasterImage') +
    tag(90, 0) +
    point(10, decimal(origin.x), decimal(origin.y - height * pixel.y)) +
    tag(30, 0) +
    point(11, pixel.x, 0) +
    tag(31, 0) +
    point(12, 0, pixel.y) +
    tag(32, 0) +
    point(13, width, height) +
    tag(340, definition) +
    tag(70, SHOWN) +
    tag(280, 0) +
    tag(281, 50) +
    tag(282, 50) +
    tag(283, 0) +
    tag(360, reactor) +
    tag(71, 1) +
    tag(91, 2) +
    point(14, -0.5, -0.5) +
    point(14, width - 0.5, height - 0.5)
  )
}

function definitionOf({ raster, definition, reactor }: Picture, dictionary: string): string {
  const { width, height } = sizeOf(raster)
  return (
    tag(0, 'IMAGEDEF') +
    tag(5, definition) +
    tag(102, '{ACAD_REACTORS') +
    tag(330, dictionary) +
    tag(330, reactor) +
    tag(102, '}') +
    tag(330, dictionary) +
    tag(100, 'AcDbRasterImageDef') +
    tag(90, 0) +
    tag(1, `${raster.table}.tif`) +
    tag(10, width) +
    tag(20, height) +
    tag(11, raster.pixel.x) +
    tag(21, raster.pixel.y) +
    tag(280, 1) +
    tag(281, 0)
  )
}

const reactorOf = ({ image, reactor }: Picture): string =>
  object('IMAGEDEF_REACTOR', reactor, image, 'AcDbRasterImageDefReactor') + tag(90, 2) + tag(330, image)
