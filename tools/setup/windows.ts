/** The changes of Windows: folders, settings, task, firewall and sleep. Source: R31.22, R31.23. */
import { win32 } from 'node:path';
import { byCommand, type Change, type Command, command, literally } from './change.ts';
import { copiesChanges } from './copies.ts';
import { firewallChanges } from './firewall.ts';
import { dataFolder, restoredSettings } from './settings-file.ts';
import type { System } from './system.ts';
import { programOf, serviceWords } from './systemd-unit.ts';
import type { Wanted } from './wanted.ts';
import { taskXml } from './windows-task.ts';

const home = String.raw`C:\ProgramData\Atoll`;
const dataDir = dataFolder.win32;
/** The numbers of LocalService, of the administrators and of the system, whose names are of the system's language. */
const localService = '*S-1-5-19';
const administrators = '*S-1-5-32-544';
const localSystem = '*S-1-5-18';
const taskName = { server: String.raw`Atoll\Server`, 'print-server': String.raw`Atoll\Print server` } as const;
const lastName = { server: 'Server', 'print-server': 'Print server' } as const;

const accessChange = byCommand({
  id: 'access',
  says: `Let LocalService and administrators alone read ${home}`,
  undoes: `Leave ${home} closed to others`,
  isDone: { ...command('icacls', home, '/findsid', localService), prints: literally(home) },
  do: [
    command(
      'icacls',
      home,
      '/inheritance:r',
      '/grant:r',
      ...[localService, administrators, localSystem].map((who) => `${who}:(OI)(CI)F`),
    ),
  ],
  // Whatever is left in the folder stays closed.
  undo: [],
});

function taskChanges({ service }: Wanted, { folder, node }: System): Change[] {
  const name = taskName[service];
  const what = serviceWords[service];
  const path = `${home}\\${service}.xml`;
  const script = win32.join(folder, ...programOf[service].split('/'));
  const file: Change = {
    kind: 'file',
    id: `task-file-${service}`,
    says: `Write ${path}, the task that runs ${what}`,
    undoes: `Remove ${path}`,
    path,
    content: taskXml({
      description: `Atoll, ${what}`,
      command: node,
      // Settings of a former server, which those of setup replace.
      args: `${service === 'server' ? `--env-file-if-exists="${dataDir}\\${restoredSettings}" ` : ''}--env-file="${home}\\${service}.env" "${script}"`,
      folder,
    }),
    mode: 0o600,
    encoding: 'utf16le',
    afterwards: [],
  };
  const task = byCommand({
    id: `task-${service}`,
    says: `Start the task '${name}' with the machine, as LocalService`,
    undoes: `Remove the task '${name}'`,
    isDone: { ...command('schtasks', '/Query', '/TN', name), prints: '' },
    do: [command('schtasks', '/Create', '/TN', name, '/XML', path, '/F')],
    undo: [command('schtasks', '/Delete', '/TN', name, '/F')],
    redoWith: [file.id],
  });
  const end: Command = { ...command('schtasks', '/End', '/TN', name), mayFail: true };
  // The number of the state, because its word is of the system's language: 4 is running.
  const state = String.raw`(Get-ScheduledTask -TaskPath '\Atoll\' -TaskName '${lastName[service]}').State.value__`;
  const started = byCommand({
    id: `start-${service}`,
    says: `Start the task '${name}' now`,
    undoes: `Stop the task '${name}'`,
    isDone: {
      ...command('powershell', '-NoProfile', '-NonInteractive', '-Command', state),
      prints: String.raw`^4\s*$`,
    },
    do: [end, command('schtasks', '/Run', '/TN', name)],
    undo: [end],
    redoWith: [file.id, task.id, `settings-${service}`],
  });
  return [file, task, started];
}

interface Sleep {
  readonly setting: 'standby' | 'hibernate';
  readonly alias: string;
  readonly seconds: number;
}

function sleepChange({ setting, alias, seconds }: Sleep): Change {
  const change = (minutes: number): Command => command('powercfg', '/change', `${setting}-timeout-ac`, String(minutes));
  return byCommand({
    id: `sleep-${setting}`,
    says: `Switch ${setting} off while the machine has mains`,
    undoes: `Set ${setting} to ${seconds / 60} minutes again`,
    // The last two numbers are those of mains and battery.
    isDone: {
      ...command('powercfg', '/query', 'SCHEME_CURRENT', 'SUB_SLEEP', alias),
      prints: String.raw`0x00000000(?:(?!0x)[^])*0x[\da-f]{8}(?![^]*0x)`,
    },
    do: [change(0)],
    undo: [change(seconds / 60)],
  });
}

/** Returns the changes of a Windows machine. */
export function windowsChanges(wanted: Wanted, system: System): Change[] {
  const { service, values, starts, open, staysAwake, copies } = wanted;
  const settings = `${home}\\${service}.env`;
  return [
    accessChange,
    {
      kind: 'folder',
      id: 'data',
      says: `Create ${dataDir}`,
      undoes: `Remove ${dataDir} if nothing is in it`,
      path: dataDir,
      mode: 0o700,
      owner: null,
    },
    {
      kind: 'settings',
      id: `settings-${service}`,
      says: `Write ${Object.keys(values).join(', ')} into ${settings}`,
      undoes: `Take these settings out of ${settings}`,
      path: settings,
      values: { ...values, DATA_DIR: dataDir },
      mode: 0o600,
      group: null,
    },
    // The service finds it when it starts.
    ...copiesChanges(copies, 'win32'),
    ...(starts ? taskChanges(wanted, system) : []),
    ...firewallChanges(system.firewall, open, system.node),
    ...(staysAwake
      ? [
          sleepChange({ setting: 'standby', alias: 'STANDBYIDLE', seconds: system.sleep.standby }),
          sleepChange({ setting: 'hibernate', alias: 'HIBERNATEIDLE', seconds: system.sleep.hibernate }),
        ]
      : []),
  ];
}
