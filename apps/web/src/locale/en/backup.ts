/** The words of backups and of this device's storage, in English. */
export const enBackup = {
  backup: {
    last: 'Last backup',
    none: 'There is no backup yet. The server makes the first one a few minutes after it starts.',
    justNow: 'Made within the last hour, and checked.',
    hoursAgo_one: '{{count}} hour old, and checked when it was made.',
    hoursAgo_other: '{{count}} hours old, and checked when it was made.',
    late: 'The daily backup is overdue. Check that the disk of the server has free space.',
    now: 'Back up now',
    made: 'Backup made and checked',
    elsewhere: 'Atoll keeps its data in a separate database. Back it up with the tools of that database.',
    kept: 'On the server. The newest {{count}} of each kind are kept',
    list: 'Backups',
    kinds: { daily: 'daily', migration: 'before an upgrade', manual: 'by hand' },
    storage: {
      label: 'Storage of this device',
      kept: 'The browser keeps unsent work until somebody clears it.',
      loose: 'The browser may delete unsent work when the device is short of space. Install the app, or ask again.',
      unknown: 'The browser does not say whether it keeps unsent work.',
      used: '{{used}} of {{quota}} used',
      noFigures: 'The browser does not say how much space there is.',
      ask: 'Ask the browser to keep unsent work',
    },
  },
} as const;
