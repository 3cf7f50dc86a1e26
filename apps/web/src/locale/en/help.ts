/** The words of language and the guide in English. */
export const enHelp = {
  help: {
    guide: 'Guide',
    guideTo: 'Guide: {{screen}}',
  },
};
