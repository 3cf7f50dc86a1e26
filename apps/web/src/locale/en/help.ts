/** The words of language, shortcuts and the guide in English. */
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
  shortcut: {
    title: 'Keyboard shortcuts',
    space: 'Space',
    groups: {
      everywhere: 'Everywhere',
      list: 'In a list, on a row',
      bill: 'In Find an item',
      delivery: 'On an order',
      kitchen: 'On the kitchen screen',
    },
    everywhere: {
      sheet: 'Show this list',
      find: 'Search',
      close: 'Close the top window',
      toasts: 'Go to the messages',
    },
    list: {
      next: 'Next row',
      previous: 'Previous row',
      first: 'First row',
      last: 'Last row',
      open: 'Open the row',
      select: 'Select the row',
    },
    bill: {
      takeFirst: 'Add the first item found',
      clearFind: 'Clear the text',
    },
    delivery: {
      step: 'Move it to the next step',
      next: 'Next order',
      previous: 'Previous order',
      open: 'Open the order',
    },
    kitchen: {
      bump: 'Move that ticket to its next step',
      recall: 'Recall the last ticket served',
    },
  },
};
