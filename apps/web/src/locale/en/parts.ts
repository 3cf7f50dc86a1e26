/** The words for data that could not be loaded at the start, in English. */
export const enParts = {
  parts: {
    title: 'Not loaded yet',
    missing: 'Could not load: {{names}}.',
    slow: 'Still loading: {{names}}. The server is slow.',
    stale: 'Could not update: {{names}}. You see the last copy.',
    loading: 'Loading: {{names}}',
    slowHint: 'The server is slow. Please wait.',
    retrying: 'Atoll keeps trying.',
    names: {
      settings: 'settings',
      features: 'features',
      outlet: 'tables and taxes',
      menus: 'menu',
      floor: 'floor plan',
      prices: 'price lists',
      counts: 'items left',
      shift: 'shift',
      bills: 'open bills',
      customers: 'customers',
    },
  },
  patience: {
    slow: 'The server is slow. Please wait.',
    stop: 'Stop waiting',
  },
  blocked: {
    title: 'Atoll cannot store data in this browser',
    why: 'Atoll keeps your work on this device, so that nothing is lost. This browser does not allow that.',
    allow: 'Open the browser’s settings and allow cookies and site data for {{host}}.',
    private: 'In a private window this may not be possible. Use a normal window.',
    again: 'Try again',
  },
};
