/** What the server says of a field, in the window's language, to stand beside that field. */
import { precheckText } from '../../../server/features/vocabulary.ts'
import { ApiError } from '../../api/client.ts'
import { type Locale, useLocale } from '../../locale.tsx'

const sentence = (
  complaint: { code: string; message: string; limit?: number | undefined },
  { language, t }: Locale,
): string =>
  precheckText(complaint.code, language, complaint.limit) ?? t.find(`problem.${complaint.code}`) ?? complaint.message

/** @returns the complaint about the field at a JSON pointer or below it; null when there is none */
export const useFieldProblem = (error: unknown): ((pointer: string) => string | null) => {
  const speech = useLocale()
  const complaints = error instanceof ApiError ? (error.detail?.errors ?? []) : []
  return (pointer) => {
    const found = complaints.find(
      (complaint) => complaint.pointer === pointer || complaint.pointer.startsWith(`${pointer}/`),
    )
    return found ? sentence(found, speech) : null
  }
}
