/** English words of Care, for its screen and for its messages. */
import { formatMoney, laari } from '../money/money.ts';
import type { CareAction, CareItem, CareName, CareReason } from './care.ts';

export const careWords = {
  items: {
    disk: 'Disk',
    backup: 'Backup',
    offsite: 'Off-site copy',
    drill: 'Test of a restore',
    passphrase: 'Recovery passphrase',
    certificate: 'Certificate',
    clock: 'Clock of the server',
    database: 'Database',
    tills: 'Unsent work of tills',
    tillClocks: 'Clocks of tills',
    printers: 'Printers',
    version: 'Releases',
    alerts: 'Messages',
  },
  reasons: {
    diskFree: '{{free}} of {{total}} is free.',
    backupAt: 'The newest one is of {{at}}.',
    backupNone: 'There is none yet.',
    backupElsewhere: 'The database is backed up by its own tools.',
    offsiteNone: 'The server makes no copies elsewhere.',
    offsiteElsewhere: 'The database is copied by its own tools.',
    offsiteAt: 'The newest one is of {{at}}.',
    offsiteFirst: 'No copy has arrived yet.',
    offsiteHostKey: 'The target shows another key than before. Nothing is sent.',
    offsiteFailed: 'The last one did not arrive. The server tries again at least each hour.',
    drillAt: 'The last one was on {{at}}.',
    drillNone: 'No restore was tested yet.',
    drillFailed: 'The last one failed, on {{at}}.',
    passphraseAt: 'It was typed right on {{at}}.',
    passphraseNever: 'It was not typed again since it was set.',
    certificateUntil: 'It is valid until {{until}}.',
    certificateFailed: 'It could not be renewed. It is valid until {{until}}.',
    certificateNone: 'The server serves no https itself.',
    clockRight: 'It is right.',
    clockWrong: 'The clock of the server is wrong.',
    clockUnset: 'No time server sets the clock of the server.',
    databaseRight: 'It answers, and no damage is known.',
    databaseAway: 'It does not answer.',
    databaseDamaged: 'Its last check found damage.',
    tillsNone: 'Nothing waits.',
    tillsWait: '{{entries}} changes wait on tills, with {{amount}}.',
    tillClocksRight: 'All are right.',
    tillClocksWrong: 'The clock of a till is {{minutes}} minutes wrong. The till uses the time of the server.',
    printersRight: 'No ticket waits.',
    printersWait: 'A ticket has waited for its printer for {{minutes}} minutes.',
    printersFailed: 'Tickets that were not printed: {{tickets}}.',
    versionSame: 'No update waits, and no till has an older release for long.',
    versionNewer: 'Release {{release}} waits in the folder updates of the server.',
    versionNear: 'A till has had an older release for {{days}} days.',
    versionOld: 'The release of a till is too old. The till can only send what waits on it.',
    alertsNone: 'Nobody is told when something is bad.',
    alertsOn: 'Addresses that are told when something is bad: {{targets}}.',
    alertsKept: 'Mails are not sent. They become files in the data folder of the server.',
    alertsFailed: 'The last message could not be sent.',
  },
  actions: {
    freeDisk: 'Delete files that you do not need, or use a larger disk.',
    backUp: 'Make a backup now.',
    setOffsite: 'Choose where copies go, and a passphrase.',
    copyOffsite: 'Look at the target, then copy now.',
    testRestore: 'Test a restore.',
    typePassphrase: 'Type the passphrase, so that you know that you have it.',
    renew: 'Renew the certificate.',
    setClock: 'Set the date and time of the server, then start Atoll again.',
    setTimeServer: 'Switch on the time service of the machine, and let it reach a time server.',
    restore: 'Restore the newest good backup.',
    startDatabase: 'Start the database, or check its connection.',
    connectTills: 'Switch these tills on, and connect them to the server.',
    setTillClock: 'Set the date and time of the till.',
    lookAtPrinters: 'Look at the printer, and print the tickets again on the till.',
    update: 'Run atoll update with the file, after closing time.',
    reloadTills: 'Open Atoll on each till while the server can be reached, and reload it.',
    setAlerts: 'Set CARE_MAILS and SMTP_URL on the server, then start it again.',
    setMailServer: 'Set SMTP_URL on the server, then start it again.',
    checkAlerts: 'Check the mail server and the addresses. The log of the server says why.',
  },
} as const satisfies {
  readonly items: Readonly<Record<CareName, string>>;
  readonly reasons: Readonly<Record<CareReason, string>>;
  readonly actions: Readonly<Record<Exclude<CareAction, 'none'>, string>>;
};

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

/** Returns the reason of an item in English, with its values. */
export const careReasonText = ({ reason, values }: Pick<CareItem, 'reason' | 'values'>): string =>
  filled(careWords.reasons[reason], values);

/** Returns the values of an item as people read them: instants by `instantText`, amounts as money. */
export function careValuesText(values: CareItem['values'], instantText: (instant: string) => string) {
  const { at, until, amount, ...rest } = values;
  return {
    ...rest,
    ...(at && { at: instantText(at) }),
    ...(until && { until: instantText(until) }),
    ...(amount && { amount: formatMoney(laari(Number(amount))) }),
  };
}
