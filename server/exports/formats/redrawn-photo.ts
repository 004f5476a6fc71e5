/** A photo as it is kept: drawn anew (exports/formats/photo.ts), so that it says nothing of a place, a device or a person. */
export interface Photo {
  mediaType: 'image/jpeg' | 'image/png'
  bytes: Buffer
}
