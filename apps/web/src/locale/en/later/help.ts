/** The words of help that the bill screen does not show at first, in English. */
export const enHelpLater = {
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
