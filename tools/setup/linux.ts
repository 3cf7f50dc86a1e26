/** The changes of Linux with systemd: user, folders, settings, unit, firewall and sleep. Source: R31.22, R31.23. */
import { sleepTargets } from '../doctor/services.ts';
import { libraryFolder } from '../scripts/release.ts';
import { byCommand, type Change, type Command, command } from './change.ts';
import { copiesChanges } from './copies.ts';
import { firewallChanges } from './firewall.ts';
import { dataFolder } from './settings-file.ts';
import type { System } from './system.ts';
import { serviceWords, unitName, unitOf } from './systemd-unit.ts';
import type { Wanted } from './wanted.ts';

const user = 'atoll';
const dataDir = dataFolder.linux;

/** Returns a command of systemd for the machine, or for a disk that does not run. */
const systemctl = (root: string, ...args: readonly string[]): Command =>
  command('systemctl', ...(root === '' ? [] : ['--root', root]), ...args);

function userChange(root: string): Change {
  const prefix = root === '' ? [] : ['--prefix', root];
  const useradd = [
    '--system',
    '--user-group',
    '--home-dir',
    dataDir,
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
  ];
  return byCommand({
    id: 'user',
    says: `Create the user ${user}, who can run the services and nothing else`,
    undoes: `Remove the user ${user}`,
    isDone: { ...command('grep', '-s', `^${user}:`, `${root}/etc/passwd`), prints: '' },
    do: [command('useradd', ...prefix, ...useradd, user)],
    undo: [command('userdel', ...prefix, user)],
    // A later user would get its number, and with it the keys and the sales.
    keepWhile: { path: dataDir, why: `The user ${user} stays: the data in ${dataDir} is theirs.` },
  });
}

function serviceChanges({ service, copies }: Wanted, { root, folder, node, printGroups, unpacked }: System): Change[] {
  const unit = unitName[service];
  const libraries = unpacked === null ? null : `${folder}/${libraryFolder}`;
  const path = `/etc/systemd/system/${unit}`;
  const what = serviceWords[service];
  const file: Change = {
    kind: 'file',
    id: `unit-${service}`,
    says: `Write ${path}, which runs ${what} and starts it again whenever it ends`,
    undoes: `Remove ${path}`,
    path,
    content: unitOf(service, { folder, node, dataDir, user }, { groups: printGroups, copies, libraries }),
    mode: 0o644,
    encoding: 'utf8',
    afterwards: root === '' ? [command('systemctl', 'daemon-reload')] : [],
  };
  const enabled = byCommand({
    id: `enable-${service}`,
    says: `Start ${unit} with the machine`,
    undoes: `Stop starting ${unit} with the machine`,
    isDone: { ...systemctl(root, 'is-enabled', unit), prints: '^enabled$' },
    do: [systemctl(root, 'enable', unit)],
    undo: [systemctl(root, 'disable', unit)],
  });
  const started = byCommand({
    id: `start-${service}`,
    says: `Start ${unit} now`,
    undoes: `Stop ${unit}`,
    isDone: {
      ...command('systemctl', 'show', unit, '--property=ActiveState'),
      prints: '=(active|activating|reloading)$',
    },
    do: [command('systemctl', 'restart', unit)],
    undo: [command('systemctl', 'stop', unit)],
    redoWith: [file.id, `settings-${service}`],
  });
  return root === '' ? [file, enabled, started] : [file, enabled];
}

const sleepChanges = (root: string): Change[] =>
  sleepTargets.map((target) =>
    byCommand({
      id: `sleep-${target}`,
      says: `Switch ${target} of systemd off`,
      undoes: `Switch ${target} of systemd on again`,
      isDone: { ...command('readlink', `${root}/etc/systemd/system/${target}`), prints: '^/dev/null$' },
      do: [systemctl(root, 'mask', target)],
      undo: [systemctl(root, 'unmask', target)],
    }),
  );

/** Returns the changes of a Linux machine. */
export function linuxChanges(wanted: Wanted, system: System): Change[] {
  const { service, values, starts, open, staysAwake, copies } = wanted;
  const { root, firewall, node, hasSystemd } = system;
  return [
    userChange(root),
    {
      kind: 'folder',
      id: 'data',
      says: `Create ${dataDir}, where ${user} alone reads and writes`,
      undoes: `Remove ${dataDir} if nothing is in it`,
      path: dataDir,
      mode: 0o700,
      owner: user,
    },
    {
      kind: 'settings',
      id: `settings-${service}`,
      says: `Write ${Object.keys(values).join(', ')} into /etc/atoll/${service}.env`,
      undoes: `Take these settings out of /etc/atoll/${service}.env`,
      path: `/etc/atoll/${service}.env`,
      values: { ...values, DATA_DIR: dataDir },
      mode: 0o640,
      group: user,
    },
    // The service finds it when it starts.
    ...copiesChanges(root === '' ? copies : null, 'linux'),
    ...(starts ? serviceChanges(wanted, system) : []),
    ...firewallChanges(firewall, open, node),
    ...(staysAwake && (hasSystemd || root !== '') ? sleepChanges(root) : []),
  ];
}
