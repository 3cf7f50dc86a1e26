/** The changes of macOS: user, folders, settings, launch daemon, firewall and sleep. Source: R31.22, R31.23. */
import { byCommand, type Change, command } from './change.ts';
import { copiesChanges } from './copies.ts';
import { firewallChanges } from './firewall.ts';
import { daemonPlist } from './launch-daemon.ts';
import { dataFolder, restoredSettings } from './settings-file.ts';
import type { System } from './system.ts';
import { programOf, serviceWords } from './systemd-unit.ts';
import type { Wanted } from './wanted.ts';

const user = '_atoll';
const home = '/Library/Application Support/Atoll';
const dataDir = dataFolder.darwin;

function userChange(id: number): Change {
  const create = (path: string, ...values: readonly string[]) => command('dscl', '.', '-create', path, ...values);
  return byCommand({
    id: 'user',
    says: `Create the user ${user}, who can run the services and nothing else`,
    undoes: `Remove the user ${user}`,
    isDone: { ...command('dscl', '.', '-read', `/Users/${user}`, 'PrimaryGroupID'), prints: '' },
    do: [
      create(`/Groups/${user}`),
      create(`/Groups/${user}`, 'PrimaryGroupID', String(id)),
      create(`/Users/${user}`),
      create(`/Users/${user}`, 'UniqueID', String(id)),
      create(`/Users/${user}`, 'UserShell', '/usr/bin/false'),
      create(`/Users/${user}`, 'NFSHomeDirectory', '/var/empty'),
      create(`/Users/${user}`, 'PrimaryGroupID', String(id)),
    ],
    undo: [command('dscl', '.', '-delete', `/Users/${user}`), command('dscl', '.', '-delete', `/Groups/${user}`)],
    // A later user would get its number, and with it the keys and the sales.
    keepWhile: { path: dataDir, why: `The user ${user} stays: the data in ${dataDir} is theirs.` },
  });
}

const ownerChange = (id: string, path: string, owner: string, redoWith: readonly string[] = []): Change =>
  byCommand({
    id,
    says: `Give ${path} to ${owner}`,
    undoes: `Leave ${path} to ${owner}`,
    isDone: { ...command('stat', '-f', '%Su:%Sg', path), prints: `^${owner}$` },
    do: [command('chown', owner, path)],
    undo: [],
    redoWith,
  });

/** Settings of a former server, which those of setup replace. */
const restoredArgs = (service: Wanted['service']): string[] =>
  service === 'server' ? [`--env-file-if-exists=${dataDir}/${restoredSettings}`] : [];

function daemonChanges({ service }: Wanted, { folder, node }: System): Change[] {
  const label = `org.atoll.${service}`;
  const path = `/Library/LaunchDaemons/${label}.plist`;
  const what = serviceWords[service];
  const file: Change = {
    kind: 'file',
    id: `daemon-file-${service}`,
    says: `Write ${path}, which runs ${what} and starts it again whenever it ends`,
    undoes: `Remove ${path}`,
    path,
    content: daemonPlist({
      label,
      args: [node, ...restoredArgs(service), `--env-file=${home}/${service}.env`, `${folder}/${programOf[service]}`],
      folder,
      user,
      log: `/Library/Logs/atoll-${service}.log`,
    }),
    mode: 0o644,
    encoding: 'utf8',
    afterwards: [],
  };
  const bootout = command('launchctl', 'bootout', `system/${label}`);
  const started = byCommand({
    id: `daemon-${service}`,
    says: `Start ${label} now and with the machine`,
    undoes: `Stop ${label}`,
    isDone: { ...command('launchctl', 'print', `system/${label}`), prints: '' },
    do: [{ ...bootout, mayFail: true }, command('launchctl', 'bootstrap', 'system', path)],
    undo: [bootout],
    redoWith: [file.id, `settings-${service}`],
  });
  return [file, started];
}

const sleepChange = (minutes: number): Change =>
  byCommand({
    id: 'sleep',
    says: 'Switch sleep off while the machine has mains',
    undoes: `Set sleep to ${minutes} minutes again`,
    isDone: { ...command('pmset', '-g', 'custom'), prints: String.raw`AC Power:[^]*?^\s*sleep\s+0\b` },
    do: [command('pmset', '-c', 'sleep', '0')],
    undo: [command('pmset', '-c', 'sleep', String(minutes))],
  });

/** Returns the changes of a Mac. */
export function macChanges(wanted: Wanted, system: System): Change[] {
  const { service, values, starts, open, staysAwake, copies } = wanted;
  const settings = `${home}/${service}.env`;
  return [
    userChange(system.freeId),
    {
      kind: 'folder',
      id: 'data',
      says: `Create ${dataDir}`,
      undoes: `Remove ${dataDir} if nothing is in it`,
      path: dataDir,
      mode: 0o700,
      owner: null,
    },
    ownerChange('data-owner', dataDir, `${user}:${user}`),
    {
      kind: 'settings',
      id: `settings-${service}`,
      says: `Write ${Object.keys(values).join(', ')} into ${settings}`,
      undoes: `Take these settings out of ${settings}`,
      path: settings,
      values: { ...values, DATA_DIR: dataDir },
      mode: 0o640,
      group: null,
    },
    ownerChange(`settings-owner-${service}`, settings, `root:${user}`, [`settings-${service}`]),
    // The service finds it when it starts.
    ...copiesChanges(copies, 'darwin'),
    ...(starts ? daemonChanges(wanted, system) : []),
    ...firewallChanges(system.firewall, open, system.node),
    ...(staysAwake ? [sleepChange(system.sleep.standby)] : []),
  ];
}
