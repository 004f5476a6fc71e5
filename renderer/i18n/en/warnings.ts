import type { WarningCode } from '../../../server/contract/vocabulary.ts'

/** Warnings of a quote and a job, by the server's code; `when` is the day or the moment that the warning names; advice is given while it `canChange`. */
export const warnings = {
  warning: {
    AREA_FORGOTTEN: () =>
      'This quote expired long ago: only the rectangle around its area is kept. Draw it again for a new quote.',
    REFERENCE_CHANGED: () =>
      'Kadaster accepts references of at most 30 characters (60 in version 3 of the standards), without accents or special characters: it receives a shortened one, which is also on the invoice.',
    START_DATE_TAKEN: () => 'The start date was changed when the job was submitted: the newer one applies.',
    QUOTE_RENEWED: () => 'The quote had expired and was renewed: check the price before you submit.',
    HEIGHTS_DROPPED: () => 'Only x and y are used: heights were left out.',
    POSITIONS_DROPPED: () => 'Duplicate points were left out.',
    APPROXIMATE_TRANSFORMATION: () =>
      'The official correction grid is missing: the coordinates may be a few centimetres off.',
    SEEMS_ABROAD: () =>
      'Part of this area appears to be in Belgium or Germany; Kadaster only covers the Netherlands. Check the area before you submit it.',
    SAFETY_AREA: (when: string, canChange: boolean) =>
      `This touches a safety area (list of ${when}): for each notification that touches one, its manager gets the delivery and decides what you receive.${canChange ? ' Consult that manager first, or draw around it.' : ''}`,
    ADDRESS_CORRECTED: () => 'The address is submitted as the address register writes it.',
    ADDRESS_NOT_CHECKED: () =>
      'The address was not checked: the address register (BAG) does not answer or does not know it.',
    HAS_NOT_ASKED: (_when: string, canChange: boolean) =>
      `No house connection sketches are requested: connections to houses may be missing from the delivery.${canChange ? ' Enter addresses, or have every address in the area requested (Settings, Company).' : ''}`,
    HAS_INCOMPLETE: () =>
      'There are more addresses in the area than a notification can take (100): house connection sketches are not requested for all of them. Draw a smaller area, or enter the addresses that matter.',
    HAS_NOT_LOOKED_UP: () =>
      'The address register could not be reached: no house connection sketches are requested for the addresses in the area.',
    START_DATE_IGNORED: () => 'An orientation request has no start date: it is not sent.',
    START_DATE_PAST: () => 'The start date is not in the future: choose another before you submit.',
    START_DATE_FAR: () =>
      'The start date is further ahead than Kadaster accepts: submit later, or choose an earlier one.',
    AREA_TINY: () => 'The area is smaller than one square metre: check it. A notification costs the same.',
    START_DATE_SOON: () => 'On the chosen start date you may not dig yet: choose a later day.',
    JOB_CORRECTED: () => 'Kadaster rejected this job earlier. That attempt stays on record: see the timeline.',
    QUOTE_REPLACED: () => 'A key that may not submit made the first quote. A later call replaced it.',
    FIELD_IGNORED: () => 'This job already existed; what is different this time was ignored.',
    REGISTRY_UNREACHABLE: (when: string) =>
      `Kadaster has been unreachable since ${when}. Nothing is lost: work continues automatically, and nothing is filed twice.`,
    REGISTRY_CREDENTIALS_MISSING: (when: string) =>
      `There have been no credentials for Kadaster since ${when}: enter them (Settings, Kadaster). It then continues automatically.`,
    REGISTRY_LOGIN_REQUIRED: (when: string) =>
      `Somebody has to log in at Kadaster again (Settings, Kadaster): the previous login has not worked since ${when}.`,
    REGISTRY_ACCESS_REFUSED: (when: string) =>
      `Kadaster has refused us since ${when}: test the connection (Settings, Kadaster). It then continues automatically.`,
    STORAGE_UNREACHABLE: (when: string) =>
      `The file storage has not answered since ${when}. It continues automatically as soon as it does.`,
    DISK_FULL: (when: string) =>
      `The disk of the server has been full since ${when}: free up space. It then continues automatically.`,
    BUSY: (when: string) => `It has been busy since ${when}. It continues automatically.`,
    WORKER_NOT_RUNNING: () =>
      'The part of the program that submits and fetches is not running: nothing continues until it does. Restart KLIC Desktop, or tell whoever runs the server. Nothing is lost.',
    GROUND_NOT_SHOWN: () =>
      'A base map from the deliveries cannot be shown. The cables are all there; if one picture is the cause, the list of warnings says which, and why.',
    IMPORTED: (when) =>
      `Imported from a file${when ? `; the oldest delivery is of ${when}` : ''}. Digging begins within 20 working days of the notification, with the current delivery on the site; an orientation request does not permit digging. Make sure this is the current delivery, or request a new one.`,
    RESULTS_EXPIRE: (when: string) =>
      `The results of this job are removed after ${when}. Download what you need, or change this (Settings, Storage).`,
    DELIVERIES_EXPIRE: (when: string) =>
      `The original deliveries of this job are removed after ${when}. Keep what you need, or change this (Settings, Storage).`,
  } satisfies Record<WarningCode, (when: string, canChange: boolean) => string>,
}
