/** In what files from outside are read: deliveries, files with areas, results. */

/**
 * `sandbox`: without a network and without any file but those of its task. `own_process`: only with an environment, memory
 * and time of its own, and why there is no sandbox: this system has none that we know how to use, bubblewrap is not installed,
 * or it may not be used here.
 */
export type CageHolds = { kind: 'sandbox' } | { kind: 'own_process'; why: 'system' | 'not_installed' | 'not_allowed' }

export const CAGE_KINDS = ['sandbox', 'own_process'] as const
export const CAGE_REASONS = ['system', 'not_installed', 'not_allowed'] as const
