/** Hoe het met een opdracht verdergaat, en waarom. */
import type { asked as askedInEnglish, reasons as English, Said } from '../en/reasons.ts'

const alle = (namen: readonly string[]): string =>
  namen.length > 1 ? `${namen.slice(0, -1).join(', ')} en ${namen.at(-1)}` : (namen[0] ?? 'een netbeheerder')
const alIngediend = ({ filed, total }: Said): string =>
  filed > 0 ? ` ${filed} van ${total} meldingen ${filed === 1 ? 'is' : 'zijn'} ingediend.` : ''
const van = (n: number, total: number): string => `${n} van ${total} ${total === 1 ? 'melding' : 'meldingen'}`
const zijn = (n: number): string => (n === 1 ? 'is' : 'zijn')
const ontbreken = (n: number, total: number): string => `${van(n, total)} ${n === 1 ? 'ontbreekt' : 'ontbreken'}`
const ingediend = ({ filed, total }: Said): string =>
  filed < total
    ? `${van(filed, total)} ${zijn(filed)} ingediend`
    : total === 1
      ? 'De melding is ingediend'
      : 'De meldingen zijn ingediend'
const straks = 'U kunt dit venster verlaten: het gaat vanzelf verder.'
const veilig = 'Er gaat niets verloren en niets wordt dubbel ingediend; het gaat vanzelf verder.'

/** Wat er aan een melding ontbreekt, en waar dat wordt ingevuld. */
export const asked: typeof askedInEnglish = {
  'billing.relation_number': 'Relatienummer (Instellingen, Facturatie)',
  'billing.provider': 'Wie voor u indient (Instellingen, Facturatie)',
  'billing.invoice_reference': 'Factuurreferentie (Instellingen, Facturatie)',
  'billing.purchase_number': 'Inkoopnummer (Instellingen, Facturatie)',
  'registry.organisation': 'Uw organisatie (Instellingen, Bedrijf)',
  'registry.contact': 'Contactpersoon (Instellingen, Bedrijf)',
  'registry.extra_contact': 'Tweede contact (Instellingen, Bedrijf)',
  'registry.principal': 'Opdrachtgever (Instellingen, Bedrijf)',
  'registry.default_location': 'Locatieadres (Instellingen, Bedrijf)',
  'registry.works.orient': 'Werkzaamheden bij een oriëntatieverzoek (Instellingen, Bedrijf)',
  'registry.works.graaf': 'Werkzaamheden bij een graafmelding (Instellingen, Bedrijf)',
  'registry.works.methods': 'Methode (Instellingen, Bedrijf)',
  'registry.works.depth': 'Grootste werkdiepte onder maaiveld (Instellingen, Bedrijf)',
  start_date: 'Startdatum',
  end_date: 'Einddatum',
  address: 'Locatieadres',
  principal: 'Opdrachtgever',
  works: 'Werkzaamheden',
  works_description: 'Omschrijving van het werk',
  location_description: 'Omschrijving van de plaats',
  has_addresses: 'Adressen voor huisaansluitschetsen',
  geometry: 'Het gebied',
}

export const reasons: typeof English = {
  reason: {
    quote_open: () => 'Er is nog niets ingediend.',
    quote_expired: ({ area_gone }) =>
      area_gone
        ? 'Deze prijs is verlopen; er is niets ingediend. Van het gebied is alleen de rechthoek eromheen bewaard: teken het opnieuw, of open het bestand ervan, voor een nieuwe offerte.'
        : 'Deze prijs is verlopen; er is niets ingediend. Dien gerust in: de prijs wordt dan opnieuw berekend, en is die hoger, dan ziet u dat eerst.',
    billing_missing: () =>
      'Er is nog niets ingediend. Regel eerst de facturatie: een factuurafspraak, of uw eigen relatienummer bij het Kadaster (Instellingen, Facturatie).',
    invoice_not_arranged: () =>
      'Er is nog niets ingediend. Betalen op factuur is op deze server niet geregeld: vraag het wie de server beheert, of vul uw eigen relatienummer in (Instellingen, Facturatie).',
    start_date_missing: () => 'Er is nog niets ingediend. Vul de startdatum van het graafwerk in.',
    start_date_invalid: () =>
      'Er is nog niets ingediend. Het Kadaster neemt deze startdatum niet (meer) aan: kies een dag van morgen tot 20 werkdagen vooruit.',
    input_incomplete: (p) =>
      `Er is nog niets ingediend. Het Kadaster zou dit weigeren${p.complaints.length ? `: ${p.complaints.join(' ')}` : '.'}`,
    queued: (p) =>
      p.filed
        ? `${alIngediend(p).trim()} De andere wachten tot ze naar het Kadaster gaan. ${straks}`
        : `Wacht tot het naar het Kadaster gaat: het is nog niet ingediend. ${straks}`,
    sending: (p) =>
      `Wordt naar het Kadaster gestuurd; ingediend is het pas als het Kadaster het aanneemt.${alIngediend(p)}`,
    outcome_unknown: (p) =>
      `Naar het Kadaster gestuurd, maar er kwam geen antwoord: het is nog niet bekend of het is aangekomen. Hetzelfde bericht gaat opnieuw en telt één keer.${alIngediend(p)}`,
    judging: (p) =>
      `Het Kadaster heeft het ontvangen en controleert het; na aanvaarding is het ingediend.${alIngediend(p)} ${straks}`,
    registry_undecided: (p) =>
      `Het Kadaster kon de bestelling niet controleren. Het wordt opnieuw gevraagd en zo nodig opnieuw gestuurd; ingediend is het nog niet.${alIngediend(p)}`,
    host_not_allowed: (p) =>
      `Het Kadaster heeft het, en verwijst ons naar ${p.host}; die server is hier niet toegestaan. Vraag het Kadaster (KLIC) of die van hen is en sta hem dan toe (Instellingen, Kadaster, extra servers). ${veilig}${alIngediend(p)}`,
    answer_unusable: (p) =>
      `Het Kadaster heeft het ontvangen, maar wat het antwoordt is niet te gebruiken. Het wordt vanzelf opnieuw gevraagd; het antwoord blijft bewaard. Duurt dit, bel dan het Kadaster (KLIC); dien niet opnieuw in.${alIngediend(p)}`,
    filed_unnamed: (p) =>
      `Ingediend: het Kadaster heeft het aangenomen, maar noemt in zijn antwoord de meldingen niet, zodat ze nog niet te volgen zijn. Het wordt vanzelf opnieuw gevraagd; het antwoord blijft bewaard. Bel het Kadaster (KLIC) en dien niet opnieuw in.${alIngediend(p)}`,
    filed: (p) =>
      `Ingediend: het Kadaster heeft ${p.total === 1 ? 'de melding' : `alle ${p.total} meldingen`} aangenomen; nu leveren de netbeheerders. ${straks}`,
    filed_in_part: (p) =>
      `${van(p.filed, p.total)} ${zijn(p.filed)} ingediend; het Kadaster weigerde er ${p.refused}, en die ${zijn(p.refused)} niet ingediend. De redenen staan hieronder bij de deelgebieden.`,
    partly_delivered: (p) =>
      `${van(p.delivered, p.total)} ${zijn(p.delivered)} volledig geleverd; er komt nog meer. Graaf nog niet op deze gegevens.`,
    delivery_late: (p) =>
      `Een levering staat klaar bij het Kadaster, maar de downloadlink geeft haar nog niet. Het wordt vanzelf opnieuw geprobeerd, tot en met ${p.link_until}. ${van(p.delivered, p.total)} ${zijn(p.delivered)} volledig geleverd.`,
    delivery_link_ends: (p) =>
      `Een levering kon niet worden opgehaald, en haar downloadlink verloopt op ${p.link_until}. Bel het Kadaster (KLIC) er nu over: ze is betaald. Het wordt nog steeds vanzelf geprobeerd.`,
    merging: () => `Het resultaat wordt gemaakt van wat er is geleverd. ${straks}`,
    merging_later_delivery: () => 'Het resultaat is veranderd en wordt opnieuw gemaakt. Graaf niet op het vorige.',
    worker_stopped: (p) =>
      `Het werk staat stil: het onderdeel dat indient en ophaalt, draait niet. Start KLIC Desktop opnieuw, of meld het aan wie de server beheert.${alIngediend(p)} Er gaat niets verloren.`,
    registry_unreachable: (p) => `Het Kadaster antwoordt niet. ${veilig}${alIngediend(p)}`,
    credentials_missing: (p) =>
      `Er zijn geen inloggegevens voor het Kadaster: vul ze in (Instellingen, Kadaster). Daarna gaat het vanzelf verder.${alIngediend(p)}`,
    login_required: (p) =>
      `Iemand moet opnieuw inloggen bij het Kadaster (Instellingen, Kadaster). Daarna gaat het vanzelf verder.${alIngediend(p)}`,
    access_refused: (p) =>
      `Het Kadaster weigert ons: test de verbinding (Instellingen, Kadaster). Daarna gaat het vanzelf verder.${alIngediend(p)}`,
    storage_unreachable: () => `De opslag van bestanden antwoordt niet. ${veilig}`,
    disk_full: () =>
      'De schijf van de server is vol: maak ruimte. Daarna gaat het vanzelf verder; er gaat niets verloren.',
    busy: () => `Er is meer werk dan er tegelijk kan. ${straks}`,
    ready: () => 'Compleet: alle netbeheerders hebben geleverd.',
    ready_precautions: (p) =>
      p.operators.length
        ? `Alle netbeheerders hebben geleverd. Bel ${alle(p.operators)} voordat u graaft: daar gelden voorzorgsmaatregelen.`
        : 'Alle netbeheerders hebben geleverd. Hier gelden voorzorgsmaatregelen: lees bij Let op wie u belt voordat u graaft.',
    ready_silent: (p) =>
      `Geleverd, behalve door ${alle(p.operators)}. Vraag daar na voordat u graaft; lees eerst Let op.`,
    ready_fictitious: (p) =>
      `Alle netbeheerders hebben geleverd. ${p.fictitious === 1 ? '1 kabel of leiding is' : `${p.fictitious} kabels of leidingen zijn`} schematisch (fictief) ingetekend: zoek ${p.fictitious === 1 ? 'die' : 'ze'} op voordat u graaft.`,
    ready_empty: () => 'Geen enkele netbeheerder meldde hier iets. Dat bewijst niet dat er niets ligt.',
    ready_supplemented: (p) =>
      `Aangevuld: het resultaat is veranderd, en dit is revisie ${p.revision}. Download of druk opnieuw af; graaf niet op het vorige resultaat.${p.operators.length ? ` Nog steeds zonder ${alle(p.operators)}.` : ''}`,
    ready_later_late: (p) =>
      `Bij het Kadaster staat een latere levering klaar die nog niet kon worden opgehaald; dat wordt opnieuw geprobeerd tot en met ${p.link_until}. Graaf niet op dit resultaat: het is niet het nieuwste.`,
    ready_later_missing: () =>
      'Er is een latere levering gemaakt die niet kon worden opgehaald of gelezen. Graaf niet op dit resultaat: het is niet het nieuwste. Vraag het Kadaster om die levering.',
    files_removed: (p) =>
      `De bestanden zijn op ${p.removed_at} verwijderd, omdat uw bedrijf ze niet langer bewaart (Instellingen, Opslag). Vraag het gebied opnieuw aan als u het nodig hebt.`,
    incomplete_safety_area: (p) =>
      `${ontbreken(p.missing, p.total)}: ${p.safety_areas} in een veiligheidsgebied. De beheerder heeft de levering: vraag die op voordat u graaft.`,
    incomplete_refused: (p) =>
      `${ontbreken(p.missing, p.total)}: door het Kadaster geweigerd en dus niet ingediend. De redenen staan bij de deelgebieden, onder Verloop; dien dat gebied opnieuw in voordat u daar graaft.`,
    incomplete_not_delivered: (p) =>
      `${ontbreken(p.missing, p.total)}: er kwam geen volledige levering. Bel het Kadaster voordat u graaft.`,
    incomplete_unreadable: (p) =>
      `${ontbreken(p.missing, p.total)}: wat geleverd werd, is niet te lezen. Vraag het Kadaster erom voordat u graaft.`,
    incomplete_too_long: (p) =>
      `${ontbreken(p.missing, p.total)}: het lezen van wat geleverd werd, duurde langer dan een uur en is afgebroken. Het is bewaard. Kies “Opnieuw proberen” als de computer minder te doen heeft; graaf daar niet zonder.`,
    refused_login: () =>
      'Het Kadaster nam onze aanmelding niet aan; er is niets ingediend. Aan het gebied ligt het niet: test de verbinding (Instellingen, Kadaster) en dien opnieuw in.',
    refused_relation_number: () =>
      'Het Kadaster kent het relatienummer niet; er is niets ingediend. Controleer het (Instellingen, Facturatie) en dien opnieuw in.',
    refused_blocked: () =>
      'Het Kadaster heeft uw klantnummer geblokkeerd voor bestellingen; er is niets ingediend. Regel dat met het Kadaster en dien opnieuw in.',
    refused_mandate: () =>
      'Onze aanmelding mag niet indienen voor uw relatienummer; er is niets ingediend. Machtig wie voor u indient in Mijn Kadaster (KLIC Autoriseren SP), of vul een ander nummer in (Instellingen, Facturatie), en dien opnieuw in.',
    refused_invoice_reference: () =>
      'Het Kadaster wil van uw bedrijf een factuurreferentie; er is niets ingediend. Vul die in (Instellingen, Facturatie) en dien opnieuw in.',
    refused_right: () =>
      'Uw account bij het Kadaster heeft hier geen recht toe; er is niets ingediend. Controleer de diensten in Mijn Kadaster of vraag klic@kadaster.nl, en dien opnieuw in.',
    refused_area: () =>
      'Het Kadaster weigerde het gebied; er is niets ingediend. Lees hieronder waarom, verbeter het gebied en dien opnieuw in.',
    refused_address: () =>
      'Het Kadaster weigerde een adres; er is niets ingediend. Lees hieronder waarom, verbeter het adres en dien opnieuw in.',
    refused_details: () =>
      'Het Kadaster weigerde iets wat was ingevuld; er is niets ingediend. Lees hieronder waarom, verbeter het en dien opnieuw in.',
    failed_settings: (p) =>
      `Niet alles wat het Kadaster nodig heeft, klopt nog${p.complaints.length ? `: ${p.complaints.join(' ')}` : '.'} Herstel het in de instellingen en kies “Opnieuw proberen”.`,
    failed_filing: () =>
      'Het indienen is na meerdere pogingen gestopt door een fout in het programma. Kies “Opnieuw proberen”: wat het Kadaster al heeft, wordt niet dubbel ingediend.',
    failed_following: (p) =>
      `${ingediend(p)}, maar het vragen naar leveringen is gestopt door een fout in het programma. Kies “Opnieuw proberen”.`,
    failed_reading: (p) =>
      `${ingediend(p)}, maar een levering kon niet worden opgehaald of gelezen. Kies “Opnieuw proberen”; niets wordt dubbel ingediend.`,
    failed_merging: () =>
      'De leveringen zijn er, maar het resultaat kon niet worden gemaakt. Kies “Opnieuw proberen”; niets wordt dubbel ingediend.',
    failed_no_delivery: (p) =>
      `${ingediend(p)}, maar er kwam geen volledige levering die te lezen is. Bel het Kadaster voordat u graaft; “Opnieuw proberen” vraagt er opnieuw om.`,
    failed_too_long: (p) =>
      `${ingediend(p)} en er is geleverd, maar het lezen ervan, of het maken van het resultaat, duurde langer dan een uur en is afgebroken. De leveringen zijn bewaard. Kies “Opnieuw proberen” als de computer minder te doen heeft; graaf niet voordat u ze gezien hebt.`,
    failed_import: () =>
      'Wat is geopend, kan niet worden gelezen of samengevoegd: er is geen resultaat van. Open de leveringen zoals het Kadaster ze gaf, of kies “Opnieuw proberen”.',
    failed_closed_at_office: ({ office, office_job }) =>
      `Deze opdracht is overgedragen aan kantoor${office && ` (${office})`}.${office_job && ` Daar is het ${office_job}.`} Kijk daar: hier is indienen niet meer mogelijk. Vraag alleen een nieuwe offerte als zeker is dat kantoor de opdracht niet heeft.`,
  },
  pill: {
    quote_open: 'Offerte',
    quote_expired: 'Offerte, verlopen',
    billing_missing: 'Offerte',
    invoice_not_arranged: 'Offerte',
    start_date_missing: 'Offerte',
    start_date_invalid: 'Offerte',
    input_incomplete: 'Offerte',
    queued: 'In de wachtrij',
    sending: 'Wordt verstuurd',
    outcome_unknown: 'Nog geen antwoord',
    judging: 'In controle',
    registry_undecided: 'In controle',
    host_not_allowed: 'Wacht op u',
    answer_unusable: 'Antwoord onduidelijk',
    filed_unnamed: 'Ingediend, bel Kadaster',
    filed: 'Ingediend',
    filed_in_part: 'Deels ingediend',
    partly_delivered: 'Deels geleverd',
    delivery_late: 'Levering laat',
    delivery_link_ends: 'Bel het Kadaster',
    merging: 'Samenvoegen',
    merging_later_delivery: 'Opnieuw samenvoegen',
    worker_stopped: 'Staat stil',
    registry_unreachable: 'Wacht: Kadaster',
    credentials_missing: 'Wacht op u',
    login_required: 'Wacht op u',
    access_refused: 'Wacht op u',
    storage_unreachable: 'Wacht: opslag',
    disk_full: 'Wacht: schijf vol',
    busy: 'Wacht',
    ready: 'Gereed',
    ready_precautions: 'Gereed, let op',
    ready_silent: 'Gereed, let op',
    ready_fictitious: 'Gereed, let op',
    ready_empty: 'Gereed, let op',
    ready_supplemented: 'Aangevuld',
    ready_later_late: 'Niet het nieuwste',
    ready_later_missing: 'Niet het nieuwste',
    files_removed: 'Bestanden verwijderd',
    incomplete_safety_area: 'Onvolledig',
    incomplete_refused: 'Onvolledig',
    incomplete_not_delivered: 'Onvolledig',
    incomplete_unreadable: 'Onvolledig',
    incomplete_too_long: 'Onvolledig',
    refused_login: 'Geweigerd',
    refused_relation_number: 'Geweigerd',
    refused_blocked: 'Geweigerd',
    refused_mandate: 'Geweigerd',
    refused_invoice_reference: 'Geweigerd',
    refused_right: 'Geweigerd',
    refused_area: 'Geweigerd',
    refused_address: 'Geweigerd',
    refused_details: 'Geweigerd',
    failed_settings: 'Gestopt',
    failed_filing: 'Gestopt',
    failed_following: 'Gestopt',
    failed_reading: 'Gestopt',
    failed_merging: 'Gestopt',
    failed_no_delivery: 'Gestopt',
    failed_too_long: 'Gestopt',
    failed_import: 'Niet leesbaar',
    failed_closed_at_office: 'Bij kantoor',
  },
}
