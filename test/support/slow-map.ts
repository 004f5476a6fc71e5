/** A map whose picture comes late, as pages see it. */

/** Runs in the page before anything else: whether the map was ever seen without a picture, and how pictures were moved. */
export const WATCH = `
  globalThis.bare = 0
  globalThis.pictures = 0
  globalThis.moved = new Set()
  const { putImageData } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.putImageData = function (...what) { pictures++; putImageData.apply(this, what) }
  const look = () => {
    const desk = document.querySelector('.map-container')
    if (desk && getComputedStyle(desk).visibility !== 'hidden' && pictures === 0) bare++
    moved.add(document.querySelector('.slow-picture canvas')?.style.transform)
    requestAnimationFrame(look)
  }
  look()`
