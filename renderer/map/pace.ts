/** How long the map takes to another view; where no motion is wanted it is there at once. */
export const pace = (durationMs = 250): { duration: number } => ({
  duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : durationMs,
})
