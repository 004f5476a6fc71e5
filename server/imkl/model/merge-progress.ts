/** How far the making of a result is, for who waits for it. */
export const MERGING_STEPS = ['read', 'merge', 'write'] as const
export type MergingStep = (typeof MERGING_STEPS)[number]

export interface MergeProgress {
  step: MergingStep
  /** `read`: bytes of the deliveries; `merge`: features; `write`: parts of a file. */
  done: number
  total: number
}

/** @param what as the conversion calls it: a step of the merge, or the format of the file that is being written */
export const mergingOf = (what: string, done: number, total: number): MergeProgress => ({
  step: what === 'read' || what === 'merge' ? what : 'write',
  done,
  total,
})
