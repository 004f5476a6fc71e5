/** How far this computer's clock may be from the registry's before somebody should set it right. */
const MAX_OFF_S = 60

/** @param offs seconds ahead (negative: behind) of those who know; @returns the farthest, null while all are near enough */
export const clockOff = (offs: readonly (number | null)[]): number | null => {
  const farthest = offs
    .filter((off) => off !== null)
    .reduce((most, off) => (Math.abs(off) > Math.abs(most) ? off : most), 0)
  return Math.abs(farthest) > MAX_OFF_S ? farthest : null
}
