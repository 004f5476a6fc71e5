/** Each scene of test/flows, killed at every effect: with KLIC_TEST_DATABASE=postgres at every eleventh. */
import { describe } from 'node:test'
import { atEveryEffect, testScenes } from '../support/kill-scene.ts'
import { CALAMITY_SCENES } from '../support/scenes/calamity.ts'
import { CORRECTION_SCENES } from '../support/scenes/correction.ts'
import { DAMAGED_RESULT_SCENES } from '../support/scenes/damaged-result.ts'
import { TELL_CLOCK_SCENES } from '../support/scenes/due-reminders.ts'
import { FILE_SCENES } from '../support/scenes/files.ts'
import { GROUND_SCENES } from '../support/scenes/ground.ts'
import { IMPORT_SCENES } from '../support/scenes/imports.ts'
import { JOB_SCENES } from '../support/scenes/job.ts'
import { REGISTRY_SCENES } from '../support/scenes/registry.ts'
import { SAFETY_AREA_SCENES } from '../support/scenes/safety-areas.ts'
import { TRENCH_SCENES } from '../support/scenes/trenches.ts'
import { TROUBLE_SCENES } from '../support/scenes/troubles.ts'
import { WEBHOOK_SCENES } from '../support/scenes/webhooks.ts'

for (const [name, scenes] of Object.entries({
  calamity: CALAMITY_SCENES,
  correction: CORRECTION_SCENES,
  'damaged result': DAMAGED_RESULT_SCENES,
  files: FILE_SCENES,
  ground: GROUND_SCENES,
  import: IMPORT_SCENES,
  job: JOB_SCENES,
  registry: REGISTRY_SCENES,
  'safety areas': SAFETY_AREA_SCENES,
  clock: TELL_CLOCK_SCENES,
  trenches: TRENCH_SCENES,
  troubles: TROUBLE_SCENES,
  webhooks: WEBHOOK_SCENES,
})) {
  describe(`killed at every effect: ${name}`, () => testScenes(scenes, atEveryEffect))
}
