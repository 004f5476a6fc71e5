/** A small strict look into a delivery: well-formed or it throws; features by id, and the lines that they stand for. */
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'

export interface Feature {
  type: string
  references: string[]
  lines: number[][]
  text: string
}

export interface GmlFiles {
  files: string[]
  features: Map<string, Feature>
  gml: string
}

const filesOf = (path: string): Promise<Map<string, Buffer>> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure)
      const files = new Map<string, Buffer>()
      zip.on('error', reject)
      zip.on('end', () => resolve(files))
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (trouble, stream) => {
          if (trouble) return reject(trouble)
          const chunks: Buffer[] = []
          stream.on('data', (chunk) => chunks.push(chunk))
          stream.on('error', reject)
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(chunks))
            zip.readEntry()
          })
        })
      })
      zip.readEntry()
    })
  })

export const readDelivery = async (path: string): Promise<GmlFiles> => {
  const files = await filesOf(path)
  const name = [...files.keys()].find((file) => /GI_.*\.xml$/.test(file))!
  const gml = files.get(name)!.toString('utf8')
  const features = new Map<string, Feature>()
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  let feature: Feature | undefined
  let positions = ''
  parser.on('error', (failure) => {
    throw failure
  })
  parser.on('opentag', (tag) => {
    depth += 1
    const id = Object.values(tag.attributes).find(({ local }) => local === 'id')?.value
    if (depth === 3 && id) {
      feature = { type: tag.local, references: [], lines: [], text: '' }
      if (features.has(id)) throw new Error(`gml:id twice: ${id}`)
      features.set(id, feature)
    }
    const target = Object.values(tag.attributes).find(({ local }) => local === 'href')?.value
    if (target && feature) feature.references.push(target)
    positions = ''
  })
  parser.on('text', (text) => {
    positions += text
    if (feature) feature.text += text
  })
  parser.on('closetag', (tag) => {
    if (feature && (tag.local === 'posList' || tag.local === 'pos')) {
      feature.lines.push(positions.trim().split(/\s+/).map(Number))
    }
    depth -= 1
    if (depth === 2) feature = undefined
  })
  parser.write(gml).close()
  return { files: [...files.keys()], features, gml }
}

/** The lines of a cable, resolved through its links. */
export const linesOf = ({ features }: GmlFiles, id: string): number[][] =>
  (features.get(id)?.references ?? []).flatMap((target) => {
    const link = features.get(target)
    return link?.type === 'UtilityLink' ? link.lines : []
  })
