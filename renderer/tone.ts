/** How a state is meant, wherever it gets a colour. */
import type { JobState } from '../server/contract/vocabulary.ts'

export type Tone = 'plain' | 'busy' | 'good' | 'care' | 'bad'

export const JOB_TONE: Record<JobState, Tone> = {
  quoted: 'plain',
  accepted: 'busy',
  submitted: 'busy',
  partially_delivered: 'busy',
  processing: 'busy',
  ready: 'good',
  ready_incomplete: 'care',
  rejected: 'bad',
  failed: 'bad',
}
