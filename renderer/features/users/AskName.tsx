/** Before the first act that counts as evidence, asks who works at this computer. A signed-in user has a name already. */
import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useState } from 'react'
import { Dialog, Form, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { Session } from '../../../server/features/users/session-schema.ts'
import { useLocale } from '../../locale.tsx'
import { PersonField } from '../../ui/PersonField.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { putSettings, settingsQuery } from '../settings/api.ts'
import { sessionQuery } from './session-api.ts'

const AskNameContext = createContext<() => Promise<void>>(async () => undefined)

/** Resolves once the name is known; rejects with an AbortError when the person cancels. */
export const useAskName = () => useContext(AskNameContext)

/** A mutation that a log, checklist or warning names a person for. Cancelling the question fails it with an AbortError. */
export const useNamedMutation = <Data, Input = void>({
  mutationFn,
  ...options
}: Omit<UseMutationOptions<Data, Error, Input>, 'mutationFn'> & { mutationFn: (input: Input) => Promise<Data> }) => {
  const askName = useAskName()
  return useMutation({
    ...options,
    mutationFn: async (input: Input) => {
      await askName()
      return mutationFn(input)
    },
  })
}

interface Question {
  answered: () => void
  cancel: () => void
}

const NameForm = ({ suggestion, answered, cancel }: Question & { suggestion: string }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [name, setName] = useState(suggestion)
  const saving = useMutation({
    mutationFn: () => putSettings({ 'people.desk_name': name.trim() }),
    onSuccess: (settings) => {
      queries.setQueryData(settingsQuery.queryKey, settings)
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      answered()
    },
  })
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <p>{t('account.askNameWhy')}</p>
      <PersonField kind="name" label={t('account.deskName')} value={name} onChange={setName} />
      {saving.error ? <ProblemBox error={saving.error} /> : null}
      <div className="row end">
        <ActButton onPress={cancel}>{t('cancel')}</ActButton>
        <ActButton type="submit" weight="primary" busy={saving.isPending}>
          {t('account.rememberName')}
        </ActButton>
      </div>
    </Form>
  )
}

export const AskName = ({ session, children }: { session: Session; children: React.ReactNode }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  const isUser = session.user !== null
  const askName = useCallback(async () => {
    if (isUser || (await queries.ensureQueryData(settingsQuery))['people.desk_name'] !== null) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    setQuestion({ answered: resolve, cancel: () => reject(new DOMException('No name was given.', 'AbortError')) })
    await promise.finally(() => setQuestion(null))
  }, [isUser, queries])
  return (
    <AskNameContext value={askName}>
      {children}
      <ModalOverlay
        className="overlay"
        isOpen={question !== null}
        onOpenChange={(isOpen) => !isOpen && question?.cancel()}
        isDismissable
      >
        <Modal className="modal">
          <Dialog className="dialog">
            <Heading slot="title">{t('account.askName')}</Heading>
            {question ? <NameForm {...question} suggestion={session.desk_name ?? ''} /> : null}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AskNameContext>
  )
}
