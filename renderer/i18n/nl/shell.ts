/** Wat het venster alleen zegt in de desktoptoepassing. */
import type { shell as English } from '../en/shell.ts'

export const shell: typeof English = {
  shell: {
    dragOut: 'Sleep dit bestand uit het venster',
    saved: (file) => `Opgeslagen: ${file}`,
    reveal: 'Tonen in map',
    copyPath: 'Pad kopiëren',
  },
}
