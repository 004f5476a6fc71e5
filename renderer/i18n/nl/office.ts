import type { office as English } from '../en/office.ts'

export const office: typeof English = {
  office: {
    title: 'Server op kantoor',
    why: 'Uw kantoor kan KLIC Desktop voor iedereen draaien. Vul het adres in om het van hieruit te openen en u daar aan te melden.',
    url: 'Adres van de server op kantoor',
    save: 'Opslaan',
    openOffice: 'Kantoor openen',
    away: 'De server op kantoor antwoordt niet.',
  },
}
