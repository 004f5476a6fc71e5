/** A desktop whose office runs a server: where that is. */
import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'

/** People sign in there: https, or this very computer. @returns what is wrong, in words */
function complaint(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an address such as https://klic.office.example'
  const { protocol, hostname, username, search, hash } = new URL(text)
  if (username || search || hash) return 'must hold no user, question mark or hash'
  if (protocol === 'https:') return undefined
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return protocol === 'http:' && isHere ? undefined : 'must begin with https://, because people sign in there'
}

export const Office = z.object({ url: z.string().nullable() })
export type Office = z.infer<typeof Office>

const OfficeInput = z.strictObject({
  url: z
    .string()
    .max(500)
    .refine((url) => complaint(url) === undefined, { error: ({ input }) => complaint(String(input)) })
    .nullable(),
})

export const OFFICE_ROUTES = {
  getOffice: {
    method: 'get',
    path: '/office',
    permission: 'read',
    summary: "The address of the office's server",
    responses: { 200: Office },
  },
  putOffice: {
    method: 'put',
    path: '/office',
    permission: 'admin',
    summary: "Set the address of the office's server; null: none",
    body: OfficeInput,
    responses: { 200: Office },
  },
} as const satisfies Record<string, Route>
