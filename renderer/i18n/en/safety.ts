/** Safety areas: where a notification gives no delivery, and what that means for a result. */
export const safety = {
  safety: {
    listed: (count: string, on: string) =>
      `Safety areas on the map, with a red border: ${count}, as Kadaster listed them on ${on}. For a notification that touches one, the manager of that area gets the delivery.`,
    leftOut: (count: string) => `Entries of the list that could not be read: ${count}.`,
    withheld: {
      title: (n: number, parts: string) =>
        n === 1 ? `Part ${parts} is withheld: safety area` : `Parts ${parts} are withheld: safety area`,
      why: 'The manager of the safety area has the delivery and decides who gets it. Contact the manager before you dig.',
      fromMap: 'What lies there is unknown: there may be cables and pipes that are not on the map.',
      whomToAsk: 'Whom to ask',
      manager: 'Manager of the safety area',
    },
    why: {
      not_granted:
        'Safety areas cannot be shown: Kadaster has not released the list to this company yet. It does so on request.',
      no_address:
        'Safety areas cannot be shown: Kadaster gives the list on request, and its address has not been entered yet (Settings, Kadaster).',
      no_access:
        'The list of safety areas was not requested: there is no working login at Kadaster (Settings, Kadaster).',
      host_not_allowed:
        'The list of safety areas was not requested: its address is on a server that does not receive our login (Settings, Kadaster).',
      unavailable: 'Kadaster did not answer when last asked for the list of safety areas; it is asked again.',
      unreadable: 'Safety areas cannot be shown: the list that Kadaster gave cannot be read.',
    },
  },
}
