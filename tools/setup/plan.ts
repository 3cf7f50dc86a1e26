/** Turns answers and a description of the machine into changes. Nothing is read or written. Source: R31.19, R31.22, R31.23. */
import { basename, dirname, join } from 'node:path';
import { type Answers, filesOf, type Role } from './answers.ts';
import { byCommand, type Change, command } from './change.ts';
import { copiesFolder, copiesNotes, unreadable } from './copies.ts';
import { ruleText } from './firewall.ts';
import { linuxChanges } from './linux.ts';
import { macChanges } from './macos.ts';
import { settingsFolder } from './settings-file.ts';
import type { System } from './system.ts';
import { programOf } from './systemd-unit.ts';
import type { ShopAuthority } from './till/authority.ts';
import { policyChanges } from './till/policies.ts';
import { authorityPath, storeChanges } from './till/stores.ts';
import type { Wanted } from './wanted.ts';
import { windowsChanges } from './windows.ts';

export interface Plan {
  readonly role: Role;
  readonly answers: Answers;
  readonly changes: readonly Change[];
  /** What the person should know, beside the changes. */
  readonly notes: readonly string[];
}

export const recordPath = (platform: System['platform']): string =>
  platform === 'win32' ? String.raw`C:\ProgramData\Atoll\setup.json` : `${settingsFolder[platform]}/setup.json`;

/** Returns why setup cannot work from where the release is; null when it can. */
export function placeProblem({ platform, folder, node, closedFolder }: System): string | null {
  const place = { linux: '/opt/atoll', darwin: '/opt/atoll', win32: String.raw`C:\Program Files\Atoll` }[platform];
  const found = [folder, node].find((path) => unreadable[platform].test(path));
  if (found !== undefined)
    return `Services cannot read ${found}, a folder of a person or for a while. Move the folder of Atoll to ${place}, and run setup there.`;
  return closedFolder === null
    ? null
    : `Services cannot read ${closedFolder}, because it is closed to other users. Run chmod o+rx ${closedFolder}, then setup again.`;
}

/** Says why a release has no app for a server. */
export const notBuilt = ({ unpacked }: System): string =>
  unpacked === null
    ? 'The app is not built yet. Run npm run build in the folder of Atoll, then setup again.'
    : 'This archive has the print server only. Unpack the one for a server, or choose --role till.';

const httpPort = 8080;

/** Returns the variables of the server. */
function serverValues(answers: Answers, system: System): Record<string, string> {
  const { shop = '', address = '', name = 'none', tls = 'own', offsite = 'none' } = answers;
  const files = filesOf(tls);
  // The server chooses an address itself and follows the router's changes; a name, or another address, is said by PUBLIC_URL.
  // A former server's is replaced: its address may be another one.
  const isOwnChoice = address === system.addresses[0]?.address && system.restored['PUBLIC_URL'] === undefined;
  const chosen = name !== 'none' ? name : isOwnChoice ? null : address;
  const url = tls === 'off' ? `http://${chosen}:${httpPort}` : `https://${chosen}`;
  return {
    SHOP_NAME: shop,
    TLS: files ? 'files' : tls,
    ...(files ? { TLS_CERT: files.cert, TLS_KEY: files.key } : {}),
    ...(chosen === null ? {} : { PUBLIC_URL: url }),
    // Tills reach it from the start; the first visit from another machine asks for the owner code.
    HOST: '0.0.0.0',
    DEMO: '0',
    ...(offsite === 'none' ? {} : { OFFSITE_TARGET: offsite }),
  };
}

/** Returns where tills open the server. */
function originOf({ address, name, tls }: Answers): string {
  const host = name === undefined || name === 'none' ? address : name;
  return tls === 'off' ? `http://${host}:${httpPort}` : `https://${host}`;
}

function wantedOf(role: Role, answers: Answers, system: System, authority: ShopAuthority | null): Wanted {
  const starts = answers.start === 'yes';
  const origin = answers.address ?? '';
  if (role === 'till')
    return {
      service: 'print-server',
      values: { PRINT_ORIGINS: origin },
      starts,
      open: null,
      staysAwake: false,
      copies: null,
      // Browsers let no page without https reach programs of its machine by a policy.
      trust: origin.startsWith('https:') ? { origin, authority, path: authorityPath(system) } : null,
    };
  const { address, tls, system: allowed } = answers;
  const range = system.addresses.find((one) => one.address === address)?.range ?? `${address?.replace(/\d+$/, '0')}/24`;
  return {
    service: 'server',
    values: serverValues(answers, system),
    starts,
    open: {
      range,
      ports: tls === 'off' ? [httpPort] : [443, 80],
      hasMdns: tls === 'own',
    },
    copies: copiesFolder(answers.offsite, system.platform),
    staysAwake: allowed === 'both' || allowed === 'sleep',
    trust: null,
  };
}

const builders = { linux: linuxChanges, win32: windowsChanges, darwin: macChanges } as const;

function serverNotes(answers: Answers, system: System, open: NonNullable<Wanted['open']>): string[] {
  const allowed = answers.system === 'both' || answers.system === 'firewall';
  const rule = `The firewall has to allow ${ruleText(open)}.`;
  const how = allowed
    ? system.firewall === null
      ? ' No firewall that setup can set (ufw, firewalld) is active here, so it sets none.'
      : ''
    : ' Setup does not set it.';
  return [
    rule + how,
    ...(answers.system === 'none' ? [] : ['With --system none setup leaves the firewall and sleep as they are.']),
    ...(answers.tls === 'acme'
      ? [
          `The authority looks for its proof at http://${answers.name}/ from the internet. Setup does not open that: let the router and the firewall pass TCP 80 from everywhere to this machine, or set ACME_DNS_HOOK.`,
        ]
      : []),
    ...copiesNotes(answers.offsite, system.platform),
    ...(answers.tls === 'off' ? ['Without https, tills on other machines cannot work offline (--tls own).'] : []),
    `Tills open ${originOf(answers)}. The first visit asks for the owner code.`,
  ];
}

/** The link to the release in use. Updates point it to another one, which a later setup leaves. */
function linkChange({ platform, folder, root }: System, unpacked: string): Change {
  const isWindows = platform === 'win32';
  // A folder that is set up for another machine has the release at the same place below it.
  const target = isWindows ? unpacked : `releases/${basename(unpacked)}`;
  return byCommand({
    id: 'current',
    says: `Point ${folder} to ${unpacked}, the release that the services run`,
    undoes: `Remove ${folder}`,
    isDone: isWindows
      ? { ...command('cmd', '/c', 'dir', folder), prints: '' }
      : { ...command('readlink', `${root}${folder}`), prints: '' },
    do: [
      isWindows
        ? command('cmd', '/c', 'mklink', '/J', folder, target)
        : command('ln', '-sfn', target, `${root}${folder}`),
    ],
    undo: [isWindows ? command('cmd', '/c', 'rmdir', folder) : command('rm', `${root}${folder}`)],
  });
}

function tillNotes({ platform, anchors }: System, authority: ShopAuthority | null): string[] {
  if (platform === 'darwin')
    return [
      'macOS takes policies of Chrome and Edge from a management profile only. Without one, the browser asks once whether the app may reach this till: allow it.',
    ];
  return platform === 'linux' && authority && anchors === null
    ? ['Setup knows no store of authorities of this Linux: browsers trust the shop, other programs do not.']
    : [];
}

/** Returns what to do for the answers; `authority`: that of the shop, for a till that is to trust it. */
export function planFor(role: Role, answers: Answers, system: System, authority: ShopAuthority | null = null): Plan {
  const wanted = wantedOf(role, answers, system, authority);
  const isFirewallAllowed = answers.system === 'both' || answers.system === 'firewall';
  const changes = [
    ...(system.unpacked === null ? [] : [linkChange(system, system.unpacked)]),
    ...builders[system.platform](isFirewallAllowed ? wanted : { ...wanted, open: null }, system),
    ...(authority ? storeChanges(authority, system) : []),
    ...(wanted.trust ? policyChanges(wanted.trust, system) : []),
  ];
  const notes = wanted.open
    ? serverNotes(answers, system, wanted.open)
    : wanted.trust
      ? tillNotes(system, authority)
      : [];
  const settings = `${settingsFolder[system.platform]}/${wanted.service}.env`;
  const command = wanted.service === 'server' ? 'start' : 'start-print';
  const start =
    system.unpacked !== null
      ? `Start it by your own means, as its own user: ${join(dirname(system.folder), 'atoll')} ${command}`
      : `Start it by your own means: ${system.node} --env-file="${settings}" ${system.folder}/${programOf[wanted.service]}`;
  return { role, answers, changes, notes: wanted.starts ? notes : [...notes, start] };
}
