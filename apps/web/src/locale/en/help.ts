/** The words of language and the guide in English. */
export const enHelp = {
  language: {
    label: 'Language',
    hint: 'The language of your screens on this device. Choose the language of bills and tickets in Settings.',
  },
  help: {
    guide: 'Guide',
    guideTo: 'Guide: {{screen}}',
    shortcuts: 'Keyboard shortcuts',
    starting: 'Getting started',
  },
};
