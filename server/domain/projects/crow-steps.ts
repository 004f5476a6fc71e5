/**
 * Checklists that support the steps of careful digging as CROW 500 names them, in our own words: CROW's text was not read,
 * and nothing here claims that a dig complies with it. Source of steps, figures and duties: kabelenleidingoverleg.nl,
 * schadepreventie.com, Kadaster. Figures of CROW 250 (2008, replaced in 2017) are called so.
 */
import type { BuiltInTemplate } from './projects.ts'

type Pair = readonly [nl: string, en: string]

const step = (no: number, id: string, name: Pair, items: readonly Pair[]): BuiltInTemplate => ({
  id: `crow-500-${id}`,
  name: { nl: `CROW 500, stap ${no}: ${name[0]}`, en: `CROW 500, step ${no}: ${name[1]}` },
  items: items.map(([nl, en]) => ({ nl, en })),
})

/** In the order of the dig, from the initiative over research, design and preparation to the execution. */
export const CROW_STEPS: readonly BuiltInTemplate[] = [
  step(
    1,
    'conflicts',
    ['conflictanalyse (initiatief, onderzoek)', 'conflict analysis (initiative, research)'],
    [
      ['Graafprofiel en diepte van het werk vastgesteld', 'Profile and depth of the dig laid down'],
      [
        'Oriëntatieverzoek gedaan en ligging op de kaart gezet',
        'Orientation request made and positions put on the map',
      ],
      [
        'Per kabel en leiding bepaald waar het werk ermee botst',
        'For each cable and pipe: where the works conflict with it',
      ],
      ['Grondgesteldheid en vervuiling nagegaan', 'Soil and contamination looked into'],
    ],
  ),
  step(
    2,
    'operators',
    ['overleg met netbeheerders (onderzoek)', 'contact with network operators (research)'],
    [
      ['Netbeheerders met een conflict zijn benaderd', 'Operators with a conflict were contacted'],
      [
        'Eisen voorzorgsmaatregel besproken, minstens 3 werkdagen voor het begin',
        'Demands for precaution discussed, at least 3 working days before the start',
      ],
      ['Afspraken schriftelijk in het dossier', 'Agreements in writing in the dossier'],
    ],
  ),
  step(
    3,
    'risks',
    ["risico's wegnemen of verkleinen (ontwerp)", 'eliminate or reduce risks (design)'],
    [
      ['Ontwerp aangepast waar een conflict te vermijden is', 'Design changed where a conflict can be avoided'],
      ['Verleggen, beschermen of ondersteunen afgesproken', 'Diverting, protecting or supporting agreed'],
      ['Overblijvende risico’s beschreven en toegewezen', 'Remaining risks described and given an owner'],
    ],
  ),
  step(
    4,
    'inventory',
    ['inventariseren (voorbereiding)', 'inventory (preparation)'],
    [
      [
        'Graafmelding gedaan, 3 tot 20 werkdagen voor het begin',
        'Excavation notified, 3 to 20 working days before the start',
      ],
      [
        'Levering volledig; van wie niets leverde is informatie gevraagd',
        'Delivery complete; whoever delivered nothing was asked',
      ],
      ['Huisaansluitingen opgevraagd of ter plaatse nagegaan', 'House connections asked for, or looked for on site'],
      [
        'Zoekgebied bepaald: graafprofiel, maatafwijking en afwijkingsmarge (goconnectit.nl over CROW 500)',
        'Search area defined: dig profile, tolerance and deviation margin (goconnectit.nl on CROW 500)',
      ],
    ],
  ),
  step(
    5,
    'locate',
    ['lokaliseren (uitvoering)', 'locate (execution)'],
    [
      ['Actuele levering digitaal beschikbaar op de graaflocatie', 'Current delivery at hand on site, digitally'],
      [
        'Proefsleuven gegraven tot 1 m naast de theoretische ligging, hoogstens 1,5 m diep (CROW 250, 2008)',
        'Trial trenches dug to 1 m beside the theoretical line, at most 1.5 m deep (CROW 250, 2008)',
      ],
      ['Gevonden ligging ingemeten en gemarkeerd', 'Positions found were measured and marked'],
      ['Afwijkingen van meer dan 1 m en onbekende netten gemeld', 'Deviations of over 1 m and unknown nets reported'],
    ],
  ),
  step(
    6,
    'dig',
    ['zorgvuldig graven (uitvoering)', 'careful digging (execution)'],
    [
      ['Ploeg geïnstrueerd en afspraken bekend', 'Crew instructed and agreements known'],
      [
        'Binnen 1 m van de gevonden ligging met de hand of zuigend gegraven (RDI over CROW 500)',
        'Within 1 m of the located line dug by hand or by suction (RDI on CROW 500)',
      ],
      ['Vrijgelegde kabels en leidingen ondersteund en beschermd', 'Exposed cables and pipes supported and protected'],
      [
        'Schade direct gemeld; foto’s en rapport in het dossier',
        'Damage reported at once; photos and report in the dossier',
      ],
    ],
  ),
  step(
    7,
    'evaluate',
    ['evalueren (uitvoering, afronding)', 'evaluate (execution, completion)'],
    [
      ['Sleuf aangevuld en ligging afgedekt zoals afgesproken', 'Trench filled and nets covered as agreed'],
      ['Nieuwe of gewijzigde ligging doorgegeven', 'New or changed positions passed on'],
      ['Wat beter kan besproken en vastgelegd', 'What can be better discussed and written down'],
      ['Dossier volledig: documenten, levering, logboek', 'Dossier complete: documents, delivery, log'],
    ],
  ),
]
