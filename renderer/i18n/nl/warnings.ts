/** Waarschuwingen bij een offerte en een opdracht. */
import type { Words } from '../en.ts'

export const warnings: Pick<Words, 'warning'> = {
  warning: {
    AREA_FORGOTTEN: () =>
      'Deze offerte is al lang verlopen: van het gebied is alleen de rechthoek eromheen bewaard. Teken het opnieuw voor een nieuwe offerte.',
    REFERENCE_CHANGED: () =>
      'Het Kadaster neemt referenties aan van hoogstens 30 tekens (60 in versie 3 van de standaarden), zonder accenten en bijzondere tekens: het krijgt een ingekorte, die ook op de factuur staat.',
    START_DATE_TAKEN: () => 'De startdatum is bij het indienen veranderd: de nieuwere geldt.',
    QUOTE_RENEWED: () => 'De offerte was verlopen en is opnieuw gemaakt: kijk naar de prijs voordat u indient.',
    HEIGHTS_DROPPED: () => 'Alleen x en y tellen: hoogten zijn weggelaten.',
    POSITIONS_DROPPED: () => 'Hoekpunten die dubbel waren zijn weggelaten.',
    APPROXIMATE_TRANSFORMATION: () =>
      'Het officiële correctiegrid ontbreekt: de coördinaten kunnen er enkele centimeters naast liggen.',
    SEEMS_ABROAD: () =>
      'Een deel van dit gebied lijkt in België of Duitsland te liggen; het Kadaster gaat alleen over Nederland. Controleer het gebied voordat u het indient.',
    SAFETY_AREA: (when, canChange) =>
      `Dit raakt een veiligheidsgebied (lijst van ${when}): van elke melding die er een raakt, krijgt de beheerder de levering, en die bepaalt wat u ontvangt.${canChange ? ' Overleg eerst met die beheerder, of teken eromheen.' : ''}`,
    ADDRESS_CORRECTED: () => 'Het adres wordt ingediend zoals het adressenregister het schrijft.',
    ADDRESS_NOT_CHECKED: () =>
      'Het adres is niet gecontroleerd: het adressenregister (BAG) antwoordt niet of kent het niet.',
    HAS_NOT_ASKED: (_when, canChange) =>
      `Er worden geen huisaansluitschetsen gevraagd: aansluitingen van huizen kunnen in de levering ontbreken.${canChange ? ' Noem adressen, of laat elk adres in het gebied opvragen (Instellingen, Bedrijf).' : ''}`,
    HAS_INCOMPLETE: () =>
      'In het gebied liggen meer adressen dan een melding aankan (100): niet van alle worden huisaansluitschetsen gevraagd. Teken een kleiner gebied, of noem de adressen waar het om gaat.',
    HAS_NOT_LOOKED_UP: () =>
      'Het adressenregister kon niet worden gevraagd: van de adressen in het gebied worden geen huisaansluitschetsen gevraagd.',
    START_DATE_IGNORED: () => 'Een oriëntatieverzoek heeft geen startdatum: die wordt niet meegestuurd.',
    START_DATE_PAST: () => 'De startdatum ligt niet in de toekomst: kies een andere voordat u indient.',
    START_DATE_FAR: () =>
      'De startdatum ligt verder weg dan het Kadaster aanneemt: dien later in, of kies een eerdere.',
    AREA_TINY: () => 'Het gebied is kleiner dan één vierkante meter: controleer het. Een melding kost er evenveel om.',
    START_DATE_SOON: () => 'Op de gekozen startdatum mag u nog niet graven: kies een latere dag.',
    JOB_CORRECTED: () =>
      'Het Kadaster heeft deze opdracht eerder geweigerd. Die poging blijft bewaard: zie het verloop.',
    QUOTE_REPLACED: () =>
      'Een sleutel die niet mag indienen maakte de eerste offerte. Een latere aanvraag verving die.',
    FIELD_IGNORED: () => 'Deze opdracht was er al; wat er nu anders aan is, telt niet mee.',
    REGISTRY_UNREACHABLE: (when) =>
      `Het Kadaster is niet bereikbaar sinds ${when}. Er gaat niets verloren: het werk gaat vanzelf verder en niets wordt dubbel ingediend.`,
    REGISTRY_CREDENTIALS_MISSING: (when) =>
      `Sinds ${when} ontbreken de inloggegevens voor het Kadaster: vul ze in (Instellingen, Kadaster). Daarna gaat het vanzelf verder.`,
    REGISTRY_LOGIN_REQUIRED: (when) =>
      `Iemand moet opnieuw inloggen bij het Kadaster (Instellingen, Kadaster): de vorige aanmelding werkt niet meer sinds ${when}.`,
    REGISTRY_ACCESS_REFUSED: (when) =>
      `Het Kadaster weigert ons sinds ${when}: test de verbinding (Instellingen, Kadaster). Daarna gaat het vanzelf verder.`,
    STORAGE_UNREACHABLE: (when) =>
      `De opslag van bestanden antwoordt niet sinds ${when}. Het gaat vanzelf verder zodra dat weer lukt.`,
    DISK_FULL: (when) => `De schijf van de server is vol sinds ${when}: maak ruimte. Daarna gaat het vanzelf verder.`,
    BUSY: (when) => `Het is druk sinds ${when}. Het gaat vanzelf verder.`,
    WORKER_NOT_RUNNING: () =>
      'Het onderdeel dat indient en ophaalt, draait niet: er gaat niets verder totdat het weer draait. Start KLIC Desktop opnieuw, of meld het aan wie de server beheert. Er gaat niets verloren.',
    GROUND_NOT_SHOWN: () =>
      'Een ondergrond uit de leveringen kan niet worden getoond. De kabels staan er allemaal; ligt het aan één afbeelding, dan zegt de lijst met waarschuwingen welke, en waarom.',
    IMPORTED: (when) =>
      `Ingelezen uit een bestand${when ? `; de oudste levering is van ${when}` : ''}. Graven begint binnen 20 werkdagen na de melding en met de actuele levering op de plek zelf; met een oriëntatieverzoek mag niet worden gegraven. Ga na of dit de actuele levering is, of vraag een nieuwe aan.`,
    RESULTS_EXPIRE: (when) =>
      `De resultaten van deze opdracht verdwijnen na ${when}. Download wat u nodig hebt, of pas het aan (Instellingen, Opslag).`,
    DELIVERIES_EXPIRE: (when) =>
      `De oorspronkelijke leveringen van deze opdracht verdwijnen na ${when}. Bewaar wat u nodig hebt, of pas het aan (Instellingen, Opslag).`,
  },
}
