/** Words of the floor: guests, the drawer, prices, and what waits too long. */
export const enFloor = {
  floor: {
    coversTitle: 'How many guests?',
    coversRange: 'Guests are from 1 to {{most}}',
    notPaid: '{{slot}}: the bill is not paid',
    notPaidHint: 'It was printed {{minutes}} minutes ago.',
    unpaid: 'not paid',
  },
} as const;
