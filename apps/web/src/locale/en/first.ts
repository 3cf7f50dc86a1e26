import { enApproval } from './approval.ts';
import { enBilling } from './billing.ts';
import { enFloor } from './floor.ts';
import { enKitchen } from './kitchen.ts';
import { enOutbox } from './outbox.ts';
import { enParts } from './parts.ts';
import { enPrintJob } from './print-job.ts';
import { enService } from './service.ts';
import { enShell } from './shell.ts';

/** The words that a till needs for its bill screen, in English, a group per part. */
export const enFirst = {
  ...enApproval,
  ...enBilling,
  ...enFloor,
  ...enKitchen,
  ...enOutbox,
  ...enParts,
  ...enPrintJob,
  ...enService,
  ...enShell,
  ui: {
    backAgain: 'Press Back again to close this. What you typed is lost then.',
    tryAgain: 'Try again',
    loading: 'Loading',
  },
  app: {
    name: 'Atoll',
    loadError: 'Error while loading component',
    loadErrorHint: 'The connection may be slow. Nothing you typed is lost.',
    forbidden: 'You are not authorized to see this',
    forbiddenNeeds_one: 'You need the permission “{{permissions}}”.',
    forbiddenNeeds_other: 'You need one of these permissions: {{permissions}}.',
    forbiddenHint: 'Ask a manager if you need it for your work.',
    skip: 'Skip to the main content',
    startFailed: 'Could not load everything',
    idleLock: 'Automatic lock',
    idleSoon_one: 'The screen locks in {{count}} second',
    idleSoon_other: 'The screen locks in {{count}} seconds',
  },
  shell: {
    main: 'Main',
    more: 'More',
    collapse: 'Collapse sidebar',
    expand: 'Expand sidebar',
    switchOutlet: 'Switch outlet',
    practice: 'PRACTICE',
    fullScreen: 'Full screen',
    dark: 'Dark theme',
    light: 'Light theme',
    accountMenu: 'Account menu',
    online: 'Online',
    polling: 'Polling',
    offlineWaiting: 'Offline · {{count}} waiting',
    cannotSave: 'Server cannot save · {{count}} waiting',
    waiting: 'Online · {{count}} waiting',
    pollingWaiting: 'Polling · {{count}} waiting',
    cardNumber: 'This text has a card number. Remove it: Atoll does not store card numbers.',
    badChars: 'This text has characters that Atoll cannot use. Please type it again.',
    clockWrong:
      'The clock of this device is wrong: it shows {{device}}, but it is {{server}}. Atoll uses the time of the server. Please set the date and time of this device.',
  },
  session: {
    offlineOffer: 'Should your passcode open this till without the server too? Tap here to choose.',
  },
  shift: {
    shift: 'Shift',
    none: 'No Shift Active',
    hours: '{{count}} h',
    cash: 'Cash in the drawer',
  },
  outlet: {
    title: 'Switch outlet',
  },
  notFound: {
    title: 'Page not found',
    hint: 'The address may be old or mistyped.',
    home: 'Go to the start page',
  },
};
