/** The words of unsent work, in English. */
export const enOutbox = {
  outbox: {
    rewardRefused: 'The customer has too few points for this reward',
    couponTaken: 'A coupon is not valid any more: another bill has it',
    atRisk: '{{amount}} not sent since {{time}}',
    why: {
      payClosed:
        'Another till took the payment for this bill first. The money you took here is not on it. Give it back, then press Refund.',
      payClosedBy:
        '{{who}} took the payment for this bill first, on another till: {{what}}. The money you took here is not on it. Give it back, then press Refund.',
      shiftOpen: 'A shift was already open. It stays open, without the cash you counted here.',
    },
    elsewhere: {
      someone: 'Another till',
      paid: '{{who}} took the payment for {{slot}}: {{amount}}. The bill is closed.',
      voided: '{{who}} voided the bill of {{slot}}: {{reason}}. The bill is closed.',
      voidedOnly: '{{who}} voided the bill of {{slot}}. The bill is closed.',
      cancelled: '{{who}} cancelled the check-in of {{slot}}.',
      moved: '{{who}} moved it from {{from}} to {{slot}}',
      merged: '{{who}} merged {{from}} into {{slot}}',
      changed: '{{slot}}, by {{who}}',
    },
    forbidden: 'Not sent: {{who}} no longer has the permission. See ‘Needs attention’.',
    joined: '{{slot}} was opened on another till too. Both are one bill now.',
    repriced: '{{name}} now costs {{now}}, not {{was}}',
    restoredWithout: 'The server was restored from a backup. This device has nothing to send again.',
    restored_one: 'The server was restored from a backup. This device sends {{count}} change again.',
    restored_other: 'The server was restored from a backup. This device sends {{count}} changes again.',
    nearlyFull: 'This device is running out of space. Free some space, or it cannot save your work.',
    cleared: "This device's storage was cleared",
    clearedHint: 'Nothing on the screen is lost. Atoll saved it again.',
    notKept: 'Not saved: this device is full. Free some space, then try again.',
  },
} as const;
