/** What the law means by a calamity, and what will be filed at which price, as on a receipt: to be confirmed by a tick first. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Polygon } from 'geojson'
import { useState } from 'react'
import { Checkbox, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { Job } from '../../../server/contract/jobs.ts'
import { accountBy, dutchDate } from '../../../server/contract/vocabulary.ts'
import { calamityQuery, fileCalamity } from '../../api/calamities.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { ActButton, Facts } from '../../ui/parts.tsx'
import { FilingProblem } from '../job/FilingProblem.tsx'
import { addressLine, middleOf } from '../job/filing.ts'

interface Asked {
  /** Quoted: what is filed is what it says */
  job: Job
  close: () => void
  filed: (job: Job) => void
}

const Receipt = ({ job, close, filed }: Asked) => {
  const { words, euros, day, number } = useSpeech()
  const { confirm, ...text } = words.calamity
  const [isCalamity, setCalamity] = useState(false)
  const { total, billed_by } = job.quote
  const { data } = useQuery(calamityQuery(job.job_id, false))
  const filing = useMutation({ mutationFn: () => fileCalamity(job.job_id, total.amount), onSuccess: filed })
  const [x, y] = middleOf(job.parts.map(({ geometry }) => geometry as Polygon))
  const contact = data?.contact
  const facts = [
    [text.what, job.works_description],
    [
      words.confirm.place,
      [job.address && addressLine(job.address), job.location_description].filter(Boolean).join('; ') ||
        words.search.rd(number(x), number(y)),
    ],
    [text.contact, contact ? `${contact.name}, ${contact.phone}` : contact === null ? text.contactNone : words.loading],
    [words.job.price, words.confirm.price(euros(total.amount))],
    ...(job.simulated ? [] : [[words.confirm.billing, billed_by ? words.billedBy[billed_by] : '–'] as const]),
  ] as const
  return (
    <Dialog role="alertdialog" className="dialog receipt">
      <Heading slot="title">{confirm.title}</Heading>
      <p>{confirm.law}</p>
      <p>{confirm.only}</p>
      <p>{confirm.account(day(accountBy(dutchDate(Date.now()))))}</p>
      <Facts facts={facts} />
      <p>{job.simulated ? words.confirm.simulated : words.confirm.final}</p>
      <Checkbox className="checkbox" isSelected={isCalamity} onChange={setCalamity}>
        <span className="tick-box" aria-hidden="true" />
        {confirm.check}
      </Checkbox>
      {filing.error ? <FilingProblem error={filing.error} /> : null}
      <div className="row end">
        <ActButton autoFocus onPress={close}>
          {words.cancel}
        </ActButton>
        <ActButton
          weight="primary"
          busy={filing.isPending}
          blocked={isCalamity ? null : confirm.notChecked}
          onPress={() => filing.mutate()}
        >
          {confirm.yes(euros(total.amount))}
        </ActButton>
      </div>
    </Dialog>
  )
}

/** Each time it opens nothing is ticked. @param job null: it is closed */
export const ConfirmCalamity = ({ job, ...about }: Omit<Asked, 'job'> & { job: Job | null }) => (
  <ModalOverlay className="overlay" isOpen={job !== null} onOpenChange={(open) => !open && about.close()} isDismissable>
    <Modal className="modal">{job ? <Receipt job={job} {...about} /> : null}</Modal>
  </ModalOverlay>
)
