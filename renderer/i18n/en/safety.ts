/** Safety areas: where a notification gives no delivery. */
export const safety = {
  safety: {
    listed: (count: string, on: string) =>
      `Safety areas on the map, with a red border: ${count}, as the registry listed them on ${on}. Of a notification that touches one the area's manager gets the delivery.`,
    leftOut: (count: string) => `Entries of the list that could not be read: ${count}.`,
    why: {
      not_granted:
        'Safety areas can’t be shown: the registry has not granted this company their list. It does so on request.',
      no_address:
        'Safety areas can’t be shown: Kadaster gives their list on request, and its address has not been entered (Settings, Registry).',
      no_access:
        'The list of safety areas was not asked for: there is no working login at the registry (Settings, Registry).',
      host_not_allowed:
        'The list of safety areas was not asked for: its address lies on a server that gets no login of ours (Settings, Registry).',
      unavailable:
        'The registry did not answer when it was last asked for its list of safety areas; it is asked again.',
      unreadable: 'Safety areas can’t be shown: what the registry gave as their list can’t be read.',
    },
  },
}
