/** The words of backups and of this device's storage, in English. */
export const enBackup = {
  backup: {
    last: 'Last backup',
    none: 'There is none yet. The first is made within minutes of the start of the server.',
    justNow: 'Made within the last hour, and checked.',
    hoursAgo_one: '{{count}} hour old, and checked when it was made.',
    hoursAgo_other: '{{count}} hours old, and checked when it was made.',
    late: 'The daily backup is overdue. Look whether there is room on the server’s disk.',
    now: 'Back up now',
    made: 'The backup is made and checked',
    elsewhere: 'The store is a database of its own. It is backed up by that database’s tools.',
    kept: 'On the server. The newest {{count}} of each kind are kept',
    list: 'Backups',
    kinds: { daily: 'daily', migration: 'before an upgrade', manual: 'asked for' },
    storage: {
      label: 'Storage of this device',
      kept: 'The browser keeps what is not sent yet until somebody clears it.',
      loose:
        'The browser may clear what is not sent yet when the device runs short of room. Install the app, or ask again.',
      unknown: 'The browser does not say whether it keeps what is not sent yet.',
      used: '{{used}} of {{quota}} used',
      noFigures: 'The browser does not say how much room there is.',
      ask: 'Ask the browser to keep it',
    },
  },
} as const;
