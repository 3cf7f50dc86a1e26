/** The words of language, shortcuts and the guide in English. */
export const enHelp = {
  language: {
    label: 'Language',
    hint: 'Of the screens, for you and on this device. What is printed has a language of its own in the settings.',
  },
  help: {
    guide: 'Guide',
    guideTo: 'Guide: {{screen}}',
    shortcuts: 'Keyboard shortcuts',
    starting: 'How to begin',
  },
  shortcut: {
    title: 'Keyboard shortcuts',
    space: 'Space',
    groups: {
      everywhere: 'Everywhere',
      list: 'In a list, on a row',
      bill: 'In the box Find an item',
      delivery: 'On an order',
      kitchen: 'On the kitchen screen',
    },
    everywhere: {
      sheet: 'This sheet',
      find: 'Search',
      close: 'Close what lies on top',
      toasts: 'To the messages',
    },
    list: {
      next: 'Next row',
      previous: 'Previous row',
      first: 'First row',
      last: 'Last row',
      open: 'Open it',
      select: 'Select it',
    },
    bill: {
      takeFirst: 'Take the first item found',
      clearFind: 'Empty the box',
    },
    delivery: {
      step: 'To its next step',
      next: 'Next order',
      previous: 'Previous order',
      open: 'Open it',
    },
    kitchen: {
      bump: 'Move that ticket on',
      recall: 'Bring back the last one served',
    },
  },
};
