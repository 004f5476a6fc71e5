/** Words that stand on the map at their place. */
import { type Map as MapLibreMap, Marker, type PositionAnchor } from 'maplibre-gl'
import type { Note } from './map-layer.ts'

/** What is said of a place hangs below it; what was looked for is a pin whose foot stands there. */
const ANCHORS: Partial<Record<Note['look'], PositionAnchor>> = {
  care: 'top',
  wrong: 'top',
  place: 'bottom',
  tip: 'bottom',
}
const anchorOf = (look: Note['look']): PositionAnchor =>
  look.startsWith('dig-') ? 'bottom' : (ANCHORS[look] ?? 'center')

export class Notes {
  readonly #map: MapLibreMap
  readonly #markers = new Map<string, { note: Note; marker: Marker }>()

  constructor(map: MapLibreMap) {
    this.#map = map
  }

  /** These and no others; what did not change stays as it is. */
  show(notes: readonly Note[]): void {
    const wanted = new Map(notes.map((note) => [note.id, note]))
    for (const [id, { note, marker }] of this.#markers) {
      if (JSON.stringify(wanted.get(id)) === JSON.stringify(note)) continue
      marker.remove()
      this.#markers.delete(id)
    }
    for (const note of notes) {
      if (this.#markers.has(note.id)) continue
      const element = document.createElement('div')
      Object.assign(element, { className: `note note-${note.look}`, textContent: note.text, title: note.label ?? '' })
      const hung = note.hangsBy && (`top-${note.hangsBy}` as const)
      const marker = new Marker({ element, anchor: hung ?? anchorOf(note.look) })
        .setLngLat([...note.at])
        .addTo(this.#map)
      this.#markers.set(note.id, { note, marker })
    }
  }
}
