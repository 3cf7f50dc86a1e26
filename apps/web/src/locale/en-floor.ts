/** Words of the floor: guests, the drawer, prices, and what waits too long. */
export const enFloor = {
  floor: {
    coversTitle: 'How many guests?',
    coversRange: 'Guests are from 1 to {{most}}',
    notPaid: '{{slot}}: the bill is not paid',
    notPaidHint: 'It was printed {{minutes}} minutes ago.',
    unpaid: 'not paid',
    foreignCash: 'of which {{currency}} {{units}}',
    countedForeign: 'Counted {{currency}}',
    ridersFirst: 'Riders hand in before the drawer is counted: settle the orders that they delivered.',
    toDeliveries: 'Deliveries',
    moved: 'Moved',
    drop: 'To the safe',
    dropHint: 'Cash goes from the drawer into the safe. A slip goes with it.',
    doneDrop: '{{amount}} dropped into the safe',
    openDrawer: 'Open drawer',
    drawerOpened: 'Drawer opened',
    drawerHint: 'The drawer opens without a sale. Who opened it and why stands in the shift.',
    drawerReasons: 'Change for a note|Counting|Looked for a slip',
  },
} as const;
