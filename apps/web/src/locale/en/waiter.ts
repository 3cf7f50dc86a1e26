/** The words of waiters: bills of others, and handing over, in English. */
export const enWaiter = {
  waiter: {
    takenBy: 'Taken, {{name}}',
    servedBy: 'This table is served by {{name}}',
    servedByHint: 'Ask {{name}} or a manager to hand it over to you.',
    needServer: 'Details need the server',
    needServerHint: 'They appear as soon as the server can be reached.',
    handOver: 'Hand over',
    handOverAbout: 'Choose who serves {{slot}} from now on.',
    handAllAbout: 'Choose who serves these tables from now on: {{slots}}',
    to: 'New waiter',
    noOthers: 'Nobody else works here. Add people in Users.',
    handed: '{{slot}} is now served by {{name}}',
    handedAll_one: '{{count}} table is now served by {{name}}',
    handedAll_other: '{{count}} tables are now served by {{name}}',
    yours: 'Your open tables',
    team: 'Open tables by waiter',
    tables_one: '{{count}} table',
    tables_other: '{{count}} tables',
    handAll: 'Hand over all',
  },
} as const;
