/** What was dropped on the window: files, and all files of the folders among them. */
import type { NamedFile } from './api.ts'

const inFolder = (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  // It gives some at a time, and none at the end.
  const more = async (found: FileSystemEntry[]): Promise<FileSystemEntry[]> => {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    return some.length === 0 ? found : more([...found, ...some])
  }
  return more([])
}

const filesOf = async (entry: FileSystemEntry): Promise<NamedFile[]> => {
  if (entry.isDirectory) {
    const inside = await inFolder(entry as FileSystemDirectoryEntry)
    return (await Promise.all(inside.map(filesOf))).flat()
  }
  const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
  return [{ name: entry.fullPath.replace(/^\//, ''), file }]
}

/** To be called in the event itself: afterwards the browser has forgotten what was dropped. */
export const droppedFiles = (data: DataTransfer): Promise<NamedFile[]> => {
  const plain = [...data.files].map((file) => ({ name: file.name, file }))
  const entries = [...data.items].map((item) => item.webkitGetAsEntry())
  // What the shell hands over is in no file system.
  if (!entries.some((entry) => entry?.isDirectory)) return Promise.resolve(plain)
  return Promise.all(entries.filter((entry) => entry !== null).map(filesOf)).then((files) => files.flat())
}
