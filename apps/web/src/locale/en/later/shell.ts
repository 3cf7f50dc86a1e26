/** The words of the frame that the bill screen does not show at first, in English. */
export const enShellLater = {
  finder: {
    enter: 'Press Enter to search',
    results: 'Results',
    searching: 'Searching',
    nothing: 'Nothing found for “{{value}}”',
    failed: 'The search failed. Try again.',
    count_one: '{{count}} result',
    count_other: '{{count}} results',
  },
  notices: {
    tell: 'Tell the others …',
    send: 'Send',
    told: 'Sent to the other tills',
    notTold: 'Not sent. Wait a moment and try again',
    needsHub: 'This needs the server',
    none: 'No notifications',
    noneHint: 'Problems and news appear here.',
    read: 'Mark all as read',
    clear: 'Clear',
    open: 'Open',
    new: 'New',
  },
  update: {
    title: 'New version',
    ready: 'A new version is ready',
    now: 'Load now',
    afterSale: 'After this sale',
    afterThis: 'The new version is loaded after this sale',
    later: 'Later',
  },
};
