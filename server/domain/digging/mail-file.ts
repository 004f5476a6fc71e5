/** A mail as a file (RFC 5322), unsent: a mail program opens it as a draft with its attachment, and a person sends it. */

export interface MailDraft {
  from: string | null
  /** Addresses; judged by whoever gives them */
  to: readonly string[]
  copyTo: string | null
  subject: string
  text: string
  /** ISO 8601 */
  at: string
  attachment: { name: string; mediaType: string; bytes: Uint8Array }
}

const LINE = '\r\n'

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('base64')
    .replaceAll(/.{76}(?=.)/g, `$&${LINE}`)

/** RFC 2047: encoded words of at most 75 characters, none of which ends within a character. */
function headerText(text: string): string {
  if (/^[\x20-\x7e]{0,60}$/.test(text)) return text
  const words: string[] = []
  let word = ''
  for (const character of text.replaceAll(/\p{Cc}/gu, ' ')) {
    if (Buffer.byteLength(word + character) > 42) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((each) => `=?utf-8?B?${Buffer.from(each).toString('base64')}?=`).join(`${LINE} `)
}

/** The same draft gives the same bytes. @param boundary stands in no line of it */
export function mailFile(draft: MailDraft, boundary: string): Buffer {
  const { from, to, copyTo, subject, text, at, attachment } = draft
  const fold = (addresses: readonly string[]): string => addresses.join(`,${LINE} `)
  const lines = [
    'X-Unsent: 1',
    ...(from === null ? [] : [`From: ${from}`]),
    ...(to.length === 0 ? [] : [`To: ${fold(to)}`]),
    ...(copyTo === null ? [] : [`Cc: ${copyTo}`]),
    `Subject: ${headerText(subject)}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    base64(Buffer.from(text.replaceAll('\n', LINE))),
    `--${boundary}`,
    `Content-Type: ${attachment.mediaType}`,
    `Content-Disposition: attachment; filename="${attachment.name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(attachment.bytes),
    `--${boundary}--`,
    '',
  ]
  return Buffer.from(lines.join(LINE))
}
