/** Where the axes of a cross-section have figures. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]

/** Round figures up to `most`, about five of them. */
export const ticks = (most: number): number[] => {
  const step = STEPS.find((each) => most / each <= 6) ?? 10_000
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step)
}
