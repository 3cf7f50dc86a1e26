/** The words of language, shortcuts and the guide in English. */
export const enHelp = {
  language: {
    label: 'Language',
    hint: 'Of the screens, for you and on this device. What is printed has a language of its own in the settings.',
  },
};
