/** The scenes of test/results/make-preliminary.test.ts, killed at every effect; the longest of all. */

import { atEveryEffect, testScenes } from '../support/kill-scene.ts'
import { PRELIMINARY_SCENES } from '../support/scenes/preliminary.ts'

testScenes(PRELIMINARY_SCENES, atEveryEffect)
