import type { WarningCode } from '../../../server/contract/vocabulary.ts'

/** Warnings of a quote and a job, by the server's code; `when` is the day or the moment that the warning names; advice is given while it `canChange`. */
export const warnings = {
  warning: {
    AREA_FORGOTTEN: () =>
      'This quote expired long ago: of its area only the rectangle around it is kept. Draw it again to have it quoted.',
    REFERENCE_CHANGED: () =>
      'The registry takes references of at most 30 characters (60 in version 3 of the standards) without accents and other signs: it gets a shortened one, which will be on its invoice.',
    START_DATE_TAKEN: () => 'The start date was changed when the job was submitted: it is the newer one.',
    QUOTE_RENEWED: () => 'The quote had expired and was made anew: look at the price before you submit it.',
    HEIGHTS_DROPPED: () => 'Only x and y are used: heights were left out.',
    POSITIONS_DROPPED: () => 'Corners that came twice were left out.',
    APPROXIMATE_TRANSFORMATION: () =>
      'The official correction grid is not installed: the coordinates may be a few centimetres off.',
    SEEMS_ABROAD: () =>
      'Part of this area seems to lie in Belgium or Germany; the registry knows the Netherlands only. Check the area before you submit it.',
    SAFETY_AREA: (when: string, canChange: boolean) =>
      `This touches a safety area (list of ${when}): of each notification that touches one, its manager gets the delivery and decides what you receive.${canChange ? ' Ask that manager first, or draw around it.' : ''}`,
    ADDRESS_CORRECTED: () => 'The address is filed as the register of addresses writes it.',
    ADDRESS_NOT_CHECKED: () => 'The address could not be checked: the register does not answer or does not know it.',
    HAS_NOT_ASKED: (_when: string, canChange: boolean) =>
      `No house connection sketches are asked for: connections to houses may be missing from the delivery.${canChange ? ' Name addresses, or have every address inside the area asked for (Settings, Company).' : ''}`,
    HAS_INCOMPLETE: () =>
      'There are more addresses inside the area than a notification takes (100): house connection sketches are not asked for all of them. Draw a smaller area, or name the addresses that matter.',
    HAS_NOT_LOOKED_UP: () =>
      'The register of addresses could not be asked: no house connection sketches are asked for the addresses inside the area.',
    START_DATE_IGNORED: () => 'An orientation request has no start date: it is not sent.',
    START_DATE_PAST: () => 'The start date is not in the future: choose another one before you file.',
    START_DATE_FAR: () =>
      'The start date is farther ahead than the registry takes: file later, or choose an earlier one.',
    AREA_TINY: () => 'The area is smaller than one square metre: check it. A notification costs the same for it.',
    START_DATE_SOON: () => 'The works start very soon: deliveries may come too late.',
    JOB_CORRECTED: () => 'Kadaster refused an earlier attempt of this job. It stays on record: see the timeline.',
    FIELD_IGNORED: () => 'This job was there already; what is different this time was ignored.',
    REGISTRY_UNREACHABLE: (when: string) =>
      `The registry has not been reachable since ${when}. Nothing is lost: it goes on by itself, and nothing is filed twice.`,
    REGISTRY_CREDENTIALS_MISSING: (when: string) =>
      `There have been no credentials for the registry since ${when}: enter them (Settings, Registry). Then it goes on by itself.`,
    REGISTRY_LOGIN_REQUIRED: (when: string) =>
      `Somebody has to log in at the registry again (Settings, Registry): the former login has not worked since ${when}.`,
    REGISTRY_ACCESS_REFUSED: (when: string) =>
      `The registry has refused us since ${when}: test the connection (Settings, Registry). Then it goes on by itself.`,
    STORAGE_UNREACHABLE: (when: string) =>
      `The storage of files has not answered since ${when}. It goes on by itself as soon as it does.`,
    DISK_FULL: (when: string) =>
      `The disk of the server has been full since ${when}: make room on it. Then it goes on by itself.`,
    BUSY: (when: string) => `There has been a lot of work since ${when}. It goes on by itself.`,
    WORKER_NOT_RUNNING: () =>
      'The part of the program that files and fetches is not running: nothing goes on until it does. Start KLIC Desktop again, or tell whoever runs the server. Nothing is lost.',
    GROUND_NOT_SHOWN: () =>
      'A base map of the deliveries can not be shown. The cables are all there; where one picture is the cause, the list of warnings says which, and why.',
    IMPORTED: (when) =>
      `Imported from a file${when ? `; the oldest delivery is of ${when}` : ''}. Digging begins within 20 working days of the notification, with the current delivery on the site; an orientation request does not permit digging. Make sure that this is the current delivery, or order a new one.`,
    RESULTS_EXPIRE: (when: string) =>
      `The results of this job are removed after ${when}. Download what you need before, or change it (Settings, Storage).`,
    DELIVERIES_EXPIRE: (when: string) =>
      `The original deliveries of this job are removed after ${when}. Keep what you need, or change it (Settings, Storage).`,
  } satisfies Record<WarningCode, (when: string, canChange: boolean) => string>,
}
