/**
 * A form over settings: what is changed is a draft until it is saved, all of it or nothing. What is wrong is said at its
 * field, from the first try to save on, and again with every letter.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { ApiError } from '../../../api/client.ts'
import { useLocale } from '../../../locale.tsx'
import { ActButton, ProblemBox } from '../../../ui/parts.tsx'
import { sessionQuery } from '../../users/session-api.ts'
import { putSettings, settingsQuery } from '../api.ts'
import { useDraft } from './drafts.ts'
import { type Complaint, complaintsAbout, settingWith, type Values, valueAt } from './values.ts'

interface FormState {
  valueAt: (path: string) => unknown
  set: (path: string, value: unknown) => void
  /** In words; null: nothing is wrong there. */
  problemAt: (path: string) => string | null
}

const FormContext = createContext<FormState | null>(null)

export const useSettingsForm = (): FormState => {
  const state = useContext(FormContext)
  if (!state) throw new Error('A field of the settings stands in a SettingsForm')
  return state
}

const useComplaintWords = (): ((complaint: Complaint) => string) => {
  const { t } = useLocale()
  return ({ field, code, maximum }) => {
    if (code === 'required') return t('form.wrong.required')
    if (code === 'too_big' && maximum !== undefined)
      return t.find(`form.wrong.field.${field}`) ?? t('form.wrong.tooLong', { most: maximum })
    return t.find(`form.wrong.field.${field}`) ?? t('form.wrong.other')
  }
}

export const SettingsForm = ({
  section,
  onSaved,
  children,
}: {
  section: string
  onSaved?: () => void
  children: React.ReactNode
}) => {
  const { t, time } = useLocale()
  const queries = useQueryClient()
  const saved = useQuery(settingsQuery)
  const [changes, change] = useDraft(section)
  const [judged, setJudged] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const say = useComplaintWords()
  const saving = useMutation({
    mutationFn: putSettings,
    onSuccess: (settings) => {
      queries.setQueryData(settingsQuery.queryKey, settings)
      // The banner and the company's name come from the session.
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      change(null)
      setJudged(false)
      onSaved?.()
    },
  })
  const complaints = judged ? complaintsAbout(changes) : new Map<string, Complaint>()
  const isChanged = Object.keys(changes).length > 0
  const refused = saving.error instanceof ApiError ? (saving.error.detail?.errors ?? []) : []

  // Once the complaints are drawn, the first field that has one is where to go on.
  const [looking, setLooking] = useState(0)
  useEffect(() => {
    if (looking > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus()
  }, [looking])

  if (saved.error) return <ProblemBox error={saved.error} />
  if (!saved.data) return <p className="quiet">{t('loading')}</p>
  const values: Values = { ...saved.data, ...changes }

  const state: FormState = {
    valueAt: (path) => valueAt(values, path),
    set: (path, value) => {
      const name = path.split('/')[0]!
      const next = settingWith(values, path, value)
      const { [name]: _former, ...others } = changes
      const isAsSaved = JSON.stringify(next) === JSON.stringify(saved.data[name as keyof typeof saved.data])
      change(isAsSaved ? others : { ...others, [name]: next })
      if (saving.isSuccess || saving.isError) saving.reset()
    },
    problemAt: (path) => {
      const complaint = complaints.get(path)
      if (complaint) return say(complaint)
      const pointer = `/${path}`
      const found = refused.find((each) => each.pointer === pointer)
      return found ? (t.find(`offlineMap.fault.${found.code}`) ?? found.message) : null
    },
  }

  return (
    <FormContext value={state}>
      <Form
        ref={form}
        className="settings-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          setJudged(true)
          if (complaintsAbout(changes).size > 0) setLooking((count) => count + 1)
          else if (isChanged) saving.mutate(changes)
        }}
      >
        {children}
        {saving.error ? <ProblemBox error={saving.error} /> : null}
        <div className="save-bar" data-changed={isChanged || undefined}>
          <span role="status">
            {isChanged
              ? complaints.size > 0
                ? t('form.lookAbove', { count: complaints.size })
                : t('form.unsaved')
              : saving.isSuccess
                ? t('form.savedAt', { time: time(new Date()) })
                : t('form.asSaved')}
          </span>
          {isChanged ? (
            <ActButton
              onPress={() => {
                change(null)
                setJudged(false)
                saving.reset()
              }}
            >
              {t('form.discard')}
            </ActButton>
          ) : null}
          <ActButton
            type="submit"
            weight="primary"
            busy={saving.isPending}
            blocked={isChanged ? null : t('form.nothingToSave')}
          >
            {t('form.save')}
          </ActButton>
        </div>
      </Form>
    </FormContext>
  )
}
