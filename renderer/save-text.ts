/** Gives a text to the browser as a file to be saved. */
export const saveText = (name: string, content: string, type: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  // A telephone asks first, and reads it once it is answered.
  setTimeout(() => URL.revokeObjectURL(link.href), 600_000)
}
