/** Calls counted for all API processes of an office together: each by itself would allow the whole limit. */
export interface CallCount {
  /**
   * Adds to the window of the caller, which begins anew when `windowMs` have passed.
   * @param who who calls, and what is counted; it is kept as a hash
   * @returns when the window began and what is in it now, `uses` included
   */
  add(who: string, uses: number, nowMs: number, windowMs: number): Promise<{ startedMs: number; used: number }>
}
