/**
 * Where the processor draws the map, the page stands still until a picture of it is done: the browser fetches the picture
 * to lay it under the panels, and waits for it. So a slow map draws on a canvas that nobody sees. Its pictures are fetched
 * when they are done and shown on another canvas, which follows the map between one picture and the next: the last picture
 * is moved and enlarged as the map is. The hand that moves the map, the panels and the notes never wait.
 */
import type { Map as MapLibreMap } from 'maplibre-gl'

type Draw = MapLibreMap['painter']['render']

/** Where the map looked: a place, where on the screen it lay (pixels of the page), and the zoom. */
interface View {
  readonly center: ReturnType<MapLibreMap['getCenter']>
  readonly at: { readonly x: number; readonly y: number }
  readonly zoom: number
}

/** A picture that is being drawn. Width and height in its own pixels; its size on the page as the canvas has it. */
interface PendingPicture {
  readonly done: WebGLSync
  readonly width: number
  readonly height: number
  readonly size: readonly [width: string, height: string]
  readonly view: View
}

const BYTES = 4

/** Does it as soon as what is seen is the map as it is now; at once where no picture is slow. */
export const afterMapIsDrawn = (picture: SlowPicture | null, work: () => void): void => {
  if (picture) picture.afterMapIsDrawn(work)
  else work()
}

export class SlowPicture {
  readonly #map: MapLibreMap
  readonly #gl: WebGL2RenderingContext
  readonly #shown = document.createElement('canvas')
  readonly #paper: CanvasRenderingContext2D
  #pixels: WebGLBuffer | null = null
  #picture: ImageData | null = null
  /** Of the picture that is shown. */
  #view: View | null = null
  #coming: PendingPicture | null = null
  /** The map has changed since that one was begun. */
  #isStale = false
  #look = 0
  /** For the picture that is coming, and for the one after it, which shows what has changed meanwhile. */
  #waiting = new Set<() => void>()
  #waitingNext = new Set<() => void>()
  #heard: (() => void) | null = null
  /** Runs while nothing is drawn of a map that is not complete yet. */
  #held: ReturnType<typeof setTimeout> | undefined
  /** The map wanted to be drawn, and was not. */
  #isOwed = false
  #isPassing = (): boolean => false
  /** Something of what is drawn, or from where, is another than in the last picture that was begun. */
  #isChanged = true
  #sight = ''
  /** Colours were on their way to others: where they arrived is a picture too. */
  #wasFading = false

  /** @param map drawn with WebGL 2 */
  constructor(map: MapLibreMap) {
    this.#map = map
    const canvas = map.getCanvas()
    this.#gl = canvas.getContext('webgl2')!
    this.#paper = this.#shown.getContext('2d')!
    // Seen through, it is not fetched for the page; pointer and keys still find it.
    canvas.style.opacity = '0'
    const frame = document.createElement('div')
    frame.className = 'slow-picture'
    frame.ariaHidden = 'true'
    frame.append(this.#shown)
    canvas.after(frame)
    this.#take()
    // All that is set or arrives: layers, colours, images, tiles.
    map.on('data', () => {
      this.#isChanged = true
    })
    map.on('webglcontextrestored', () => {
      this.#coming = null
      this.#pixels = null
      this.#isChanged = true
      this.#take()
    })
  }

  /** Does it as soon as what is shown is the map as it is now. */
  afterMapIsDrawn(work: () => void): void {
    if (this.#isOwed || (this.#coming && this.#isStale)) this.#waitingNext.add(work)
    else if (this.#coming || !this.#view) this.#waiting.add(work)
    else work()
  }

  /**
   * Draws nothing of a map that rests until it is complete, which `drawOwed` is told by; a hand that moves it ends that.
   * @param ms the longest
   */
  hold(ms: number): void {
    clearTimeout(this.#held)
    this.#held = setTimeout(() => {
      this.#held = undefined
      this.drawOwed()
    }, ms)
  }

  /** @param isPassing whether a picture of the map as it is now would be followed by another at once: it is left out */
  leaveOut(isPassing: () => boolean): void {
    this.#isPassing = isPassing
  }

  /** Draws what was held back or left out. False: nothing was. */
  drawOwed(): boolean {
    clearTimeout(this.#held)
    this.#held = undefined
    if (this.#isOwed) this.#map.triggerRepaint()
    return this.#isOwed
  }

  /** Tells of each new picture. */
  onPicture(heard: () => void): () => void {
    this.#heard = heard
    return () => {
      this.#heard = null
    }
  }

  stop(): void {
    cancelAnimationFrame(this.#look)
    clearTimeout(this.#held)
    this.#coming = null
    this.#waiting.clear()
    this.#waitingNext.clear()
  }

  /**
   * A painter draws no picture before the last is there: what they wait for would pile up. And the map asks for a frame at
   * every press and release of a button: one in which nothing is another costs no picture.
   *
   * It overrides a private method of MapLibre. With public options alone (fewer pixels while the map moves, no fading, no
   * pitch) 198 frames took over 100 ms, with it 26.5: medians of four alternating rounds of panning and zooming over 15,455
   * features (151 to 535, and 20 to 79). Measured on 28 November 2026, drawn by software on a loaded AMD EPYC of two cores.
   */
  #take(): void {
    const { painter } = this.#map
    const draw: Draw = painter.render.bind(painter)
    painter.render = (style, transform, data) => {
      this.#fetch()
      this.#follow()
      const isFading = style.hasTransitions()
      this.#isChanged ||= isFading || this.#wasFading
      this.#wasFading = isFading
      this.#isChanged ||= this.#isOwed || this.#isStale || this.#sight !== this.#sightNow()
      if (!this.#isChanged) return
      if (this.#coming) {
        this.#isStale = true
        return
      }
      this.#isOwed = this.#isHeld() || this.#isPassing()
      if (this.#isOwed) return
      // Nobody sees a sky above a flat map, but working out that it is not there takes half of the time of a picture.
      draw(style, transform, { ...data, sky: undefined })
      this.#begin()
    }
  }

  #sightNow(): string {
    const { center, at, zoom } = this.#now()
    const { drawingBufferWidth, drawingBufferHeight } = this.#gl
    return [center.lng, center.lat, at.x, at.y, zoom, drawingBufferWidth, drawingBufferHeight].join()
  }

  #isHeld(): boolean {
    if (this.#held === undefined) return false
    if (!this.#map.isMoving()) return true
    clearTimeout(this.#held)
    this.#held = undefined
    return false
  }

  #begin(): void {
    const gl = this.#gl
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight]
    this.#pixels ??= gl.createBuffer()
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, this.#pixels)
    gl.bufferData(gl.PIXEL_PACK_BUFFER, width * height * BYTES, gl.STREAM_READ)
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, 0)
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
    const done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.flush()
    // Without a context nothing ever comes; it is drawn anew when there is one again.
    if (!done) return
    const { style } = this.#map.getCanvas()
    this.#coming = { done, width, height, size: [style.width, style.height], view: this.#now() }
    this.#isStale = false
    this.#isChanged = false
    this.#sight = this.#sightNow()
    for (const work of this.#waitingNext) this.#waiting.add(work)
    this.#waitingNext.clear()
    cancelAnimationFrame(this.#look)
    this.#look = requestAnimationFrame(() => this.#watch())
  }

  #watch(): void {
    this.#fetch()
    if (this.#coming) this.#look = requestAnimationFrame(() => this.#watch())
  }

  /** Shows the picture that was begun, if it is done. */
  #fetch(): void {
    const gl = this.#gl
    if (!this.#coming || gl.getSyncParameter(this.#coming.done, gl.SYNC_STATUS) !== gl.SIGNALED) return
    const { done, width, height, size, view } = this.#coming
    this.#coming = null
    gl.deleteSync(done)
    if (this.#picture?.width !== width || this.#picture.height !== height) {
      this.#picture = new ImageData(width, height)
    }
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, this.#pixels)
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, this.#picture.data)
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
    if (this.#shown.width !== width || this.#shown.height !== height) Object.assign(this.#shown, { width, height })
    ;[this.#shown.style.width, this.#shown.style.height] = size
    this.#paper.putImageData(upright(this.#picture), 0, 0)
    this.#view = view
    this.#follow()
    this.#heard?.()
    if (this.#isStale) this.#map.triggerRepaint()
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const work of waiting) work()
  }

  #now(): View {
    const center = this.#map.getCenter()
    const { x, y } = this.#map.project(center)
    return { center, at: { x, y }, zoom: this.#map.getZoom() }
  }

  #follow(): void {
    if (!this.#view) return
    const { center, at, zoom } = this.#view
    const scale = 2 ** (this.#map.getZoom() - zoom)
    const { x, y } = this.#map.project(center)
    this.#shown.style.transform =
      scale === 1 && Math.abs(x - at.x) < STILL_PX && Math.abs(y - at.y) < STILL_PX
        ? ''
        : `matrix(${scale}, 0, 0, ${scale}, ${x - scale * at.x}, ${y - scale * at.y})`
  }
}

/** Moved by less than this it is not moved: rounding must not blur it. */
const STILL_PX = 0.01

/** WebGL counts rows from below. */
const upright = (picture: ImageData): ImageData => {
  const { data, width, height } = picture
  const row = width * BYTES
  const kept = new Uint8ClampedArray(row)
  for (let top = 0, bottom = height - 1; top < bottom; top++, bottom--) {
    kept.set(data.subarray(top * row, (top + 1) * row))
    data.copyWithin(top * row, bottom * row, (bottom + 1) * row)
    data.set(kept, bottom * row)
  }
  return picture
}
