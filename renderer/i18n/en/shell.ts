/** What the window says only where the desktop shell is around it. */
export const shell = {
  shell: {
    dragOut: 'Drag this file out of the window',
    saved: (file: string) => `Saved: ${file}`,
    reveal: 'Show in folder',
    copyPath: 'Copy path',
  },
}
