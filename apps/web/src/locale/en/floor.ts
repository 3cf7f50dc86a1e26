/** The words of guests, waiters, the drawer, price overrides and late bills, in English. */
export const enFloor = {
  floor: {
    notPaid: '{{slot}}: the bill is not paid',
    notPaidHint_one: 'It was printed {{count}} minute ago.',
    notPaidHint_other: 'It was printed {{count}} minutes ago.',
    notPaidMany_one: '{{count}} bill is not paid',
    notPaidMany_other: '{{count}} bills are not paid',
    unpaid: 'not paid',
    unseen: 'not seen',
    priceOld: 'Old price · menu {{amount}}',
    priceSet: 'Price override · {{reason}}',
    moved: 'Moved',
    allergies: 'Allergies',
    courseMoved: 'Course {{from}} -> {{to}}',
    open: 'Floor',
    joinedTo: 'With {{slot}}',
    sharedShort: 'with {{slot}}',
  },
  waiter: {
    takenBy: 'Taken, {{name}}',
    servedBy: 'This table is served by {{name}}',
    servedByHint: 'Ask {{name}} or a manager to hand it over to you.',
    needServer: 'Details need the server',
    needServerHint: 'They appear when this till reaches the server again.',
  },
} as const;
