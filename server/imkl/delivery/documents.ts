/** Files that members of a delivery point to: many members may name one file. */
import { operatorOf } from '../gml/classes.ts'
import { codeIn, codeOf, textOf } from '../gml/properties.ts'
import type { Member, Properties } from '../gml/read.ts'

/** A file that members point to. */
export interface DocumentUse {
  path: string
  owner: string
  /** Column `document.soort`. */
  kind: string
  theme: string | null
  /** Code of a precaution letter. */
  precaution: string | null
  mediaType: string | null
  identifier: string | null
  references: number
  /** Of its first mention. */
  properties: Properties
}

export function noteDocument(documents: Map<string, DocumentUse>, { objecttype, id, properties }: Member): void {
  const path = textOf(properties, 'bestandLocatie')!
  const known = documents.get(path)
  if (known) {
    known.references++
    return
  }
  const use: DocumentUse = {
    path,
    owner: /^bronnen\/([A-Za-z0-9]{6})\//.exec(path)?.[1] ?? operatorOf(id),
    kind:
      objecttype === 'EisVoorzorgsmaatregelBijlage'
        ? 'eis_voorzorgsmaatregel'
        : (codeOf(properties, 'extraInfoType') ?? codeOf(properties, 'bijlageType') ?? 'overig'),
    theme: objecttype === 'EisVoorzorgsmaatregelBijlage' ? codeOf(properties, 'thema') : null,
    precaution: objecttype === 'EisVoorzorgsmaatregelBijlage' ? textOf(properties, 'eisVoorzorgsmaatregel') : null,
    mediaType: codeIn(textOf(properties, 'bestandMediaType') ?? '') || null,
    identifier: textOf(properties, 'bestandIdentificator'),
    references: 1,
    properties: objecttype === 'ExtraDetailinfo' ? {} : properties,
  }
  const own = JSON.parse(JSON.stringify(use)) as DocumentUse
  documents.set(own.path, own)
}
