/** The scenes of test/flows/preliminary.test.ts, killed at every effect; the longest of all. */
import { PRELIMINARY_SCENES } from '../flows/scenes/preliminary.ts'
import { atEveryEffect, testScenes } from '../support/kill-scene.ts'

testScenes(PRELIMINARY_SCENES, atEveryEffect)
