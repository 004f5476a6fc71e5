/** A mail as a file (RFC 5322), unsent: a mail program opens it as a draft with its attachment, and a person sends it. */
import MailComposer from 'nodemailer/lib/mail-composer'

export interface MailDraft {
  from: string | null
  to: readonly string[]
  copyTo: string | null
  subject: string
  text: string
  /** ISO 8601 */
  at: string
  attachment: { name: string; mediaType: string; bytes: Uint8Array }
}

/** The same draft gives the same bytes. @param boundary stands in no line of it */
export function mailFile(
  { from, to, copyTo, subject, text, at, attachment }: MailDraft,
  boundary: string,
): Promise<Buffer> {
  const { name, mediaType, bytes } = attachment
  const mail = new MailComposer({
    headers: { 'X-Unsent': '1' },
    ...(from !== null && { from }),
    to: [...to],
    ...(copyTo !== null && { cc: copyTo }),
    subject,
    date: new Date(at),
    text,
    attachments: [{ filename: name, contentType: mediaType, content: Buffer.from(bytes) }],
    newline: 'windows',
    baseBoundary: boundary,
    messageId: `<${boundary}@klic-desktop>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return mail.build()
}
