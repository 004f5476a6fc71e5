/** The office's server. */
export const office = {
  office: {
    title: 'Office server',
    why: 'Your office can run KLIC Desktop for everyone. Enter its address to open it from here and sign in there.',
    url: 'Address of the office server',
    save: 'Save',
    openOffice: 'Open office server',
    away: 'The office server does not answer.',
  },
}
