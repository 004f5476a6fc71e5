/** What a caller says of the file that it sends. */
import type { Request } from 'express'

/** No program sends a longer one. */
const MAX_OF_A_TYPE = 200

export function mediaTypeOfUpload(req: Request): string {
  const said = req.get('Content-Type') ?? ''
  return said !== '' && said.length <= MAX_OF_A_TYPE ? said : 'application/octet-stream'
}
