/**
 * The office's server in a window of its own: people sign in there with their own password and are remembered apart from
 * everything here. It has no bridge to the shell, and does not leave the office's address. Which office that is, our own
 * server says, where its settings are; a page only asks to open it.
 */
import path from 'node:path'
import { BrowserWindow, session } from 'electron'
import { denyPermissionsIn, keepAt, SAFE_PAGE } from './harden.ts'
import { isOffice, isOurs } from './links.ts'
import type { OwnSession } from './own-session.ts'

/** Its cookies last, and are no other page's. */
const PARTITION = 'persist:office'
/** Chromium's word for a page that was left before it had come. */
const ABORTED = 'ERR_ABORTED'

let open: { window: BrowserWindow; origin: string } | undefined

/**
 * @param page an address there, such as a job's; else where the office begins
 * @returns false when the office can't be reached
 * @throws Error when no office is set, or the page is not there
 */
export const openOffice = async (ours: OwnSession, page: unknown): Promise<boolean> => {
  const { url } = (await (await ours.get('/office')).json()) as { url: unknown }
  if (typeof url !== 'string' || !isOffice(url)) throw new Error('no office')
  const address = page ?? url
  if (typeof address !== 'string' || !isOurs(address, url)) throw new Error('not a page of the office')
  const window = windowAt(new URL(url).origin)
  try {
    await window.loadURL(address)
  } catch (error) {
    if (String(error).includes(ABORTED)) return true
    window.close()
    return false
  }
  window.show()
  window.focus()
  return true
}

const windowAt = (origin: string): BrowserWindow => {
  if (open?.origin === origin) return open.window
  open?.window.close()
  denyPermissionsIn(session.fromPartition(PARTITION), () => origin)
  const window = new BrowserWindow({
    width: 1280,
    height: 860,
    minWidth: 480,
    minHeight: 500,
    show: false,
    title: new URL(origin).host,
    icon: path.join(import.meta.dirname, 'icon.png'),
    webPreferences: { ...SAFE_PAGE, partition: PARTITION },
  })
  keepAt(window.webContents, origin)
  const opened = { window, origin }
  open = opened
  window.on('closed', () => {
    if (open === opened) open = undefined
  })
  return window
}
