/** A Linux machine on a folder of the disk, whose programs are simulated: systemd, the users' programs and ufw. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Machine } from '../machine.ts';
import { openMachine } from '../machine.ts';

type Run = Machine['run'];
type Effect = (args: readonly string[]) => { readonly code: number; readonly out: string };

const done = { code: 0, out: '' };
const says = (out: string) => ({ code: 0, out });
const failed = { code: 1, out: 'failed' };

interface Sets {
  readonly enabled: Set<string>;
  readonly active: Set<string>;
  readonly masked: Set<string>;
  readonly rules: Set<string>;
}

/** What a test sees of the machine. */
export interface LinuxMachine extends Sets {
  readonly machine: Machine;
  readonly folder: string;
  /** Each program that was run, with its arguments. */
  readonly ran: string[];
  /** Returns everything that a setup could change, for comparisons. */
  state(): unknown;
  remove(): void;
}

function systemd({ enabled, active, masked }: Sets): Effect {
  return ([verb = '', unit = '']) => {
    switch (verb) {
      case 'is-enabled':
        return enabled.has(unit) ? says('enabled\n') : { code: 1, out: 'disabled\n' };
      case 'show':
        return says(`ActiveState=${active.has(unit) ? 'active' : 'inactive'}\n`);
      case 'enable':
        enabled.add(unit);
        return done;
      case 'disable':
        enabled.delete(unit);
        return done;
      case 'restart':
        active.add(unit);
        return done;
      case 'stop':
        active.delete(unit);
        return done;
      case 'mask':
        masked.add(unit);
        return done;
      case 'unmask':
        masked.delete(unit);
        return done;
      default:
        return verb === 'daemon-reload' ? done : failed;
    }
  };
}

/** `ufw show added` prints a rule in this order, whatever the order in which it was given (ufw 0.36, parser.py). */
function ufw({ rules }: Sets, isAdministrator: boolean): Effect {
  return (args) => {
    const line = args.join(' ');
    if (!isAdministrator) return { code: 1, out: 'ERROR: You need to be root to run this script' };
    if (line === 'show added')
      return says(`Added user rules (see 'ufw status' for running firewall):\n${[...rules].join('\n')}\n`);
    const found = /^(delete )?allow proto (\w+) from (\S+) to any port (\d+)/.exec(line);
    if (!found) return failed;
    const [, isDelete, protocol, range, port] = found;
    const rule = `ufw allow from ${range} to any port ${port} proto ${protocol} comment 'Atoll'`;
    if (isDelete) rules.delete(rule);
    else rules.add(rule);
    return done;
  };
}

function users(folder: string): { useradd: Effect; userdel: Effect; grep: Effect } {
  const at = (path: string): string => join(folder, path);
  const tables = ['/etc/passwd', '/etc/group'].map(at);
  const has = (name: string): boolean => readFileSync(at('/etc/passwd'), 'utf8').includes(`\n${name}:`);
  const id = String(process.getuid?.() ?? 0);
  return {
    useradd: (args) => {
      const name = args.at(-1) ?? '';
      if (has(name)) return { code: 9, out: `useradd: user '${name}' already exists` };
      for (const path of tables)
        writeFileSync(path, `${readFileSync(path, 'utf8')}${name}:x:${id}:${process.getgid?.() ?? 0}:\n`);
      return done;
    },
    userdel: (args) => {
      const name = args.at(-1) ?? '';
      if (!has(name)) return { code: 6, out: `userdel: user '${name}' does not exist` };
      for (const path of tables)
        writeFileSync(path, readFileSync(path, 'utf8').replace(new RegExp(`^${name}:.*\n`, 'm'), ''));
      return done;
    },
    grep: () => (has('atoll') ? done : failed),
  };
}

/** Returns the mode and content of each file below a folder. */
function filesBelow(folder: string): Record<string, string> {
  const paths = (readdirSync(folder, { recursive: true }) as string[]).toSorted();
  return Object.fromEntries(
    paths.map((path) => {
      const found = statSync(join(folder, path));
      const content = found.isDirectory() ? '' : readFileSync(join(folder, path), 'utf8');
      return [path, `${(found.mode & 0o777).toString(8)} ${content}`];
    }),
  );
}

const write = (path: string, content: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};

/** Makes a fresh machine, with a built release in /opt/atoll. `wrap` sees each call of a program. */
export function linuxMachine({
  hasUfw = true,
  isAdministrator = true,
  wrap = (run: Run): Run => run,
} = {}): LinuxMachine {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-setup-'));
  chmodSync(folder, 0o755);
  write(join(folder, '/etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  write(join(folder, '/etc/group'), `root:x:0:\nlp:x:7:\ndialout:x:20:\n`);
  write(join(folder, '/opt/atoll/apps/web/dist/index.html'), '');
  write(join(folder, '/opt/atoll/node'), '');
  if (hasUfw) write(join(folder, '/etc/ufw/ufw.conf'), 'ENABLED=yes\nLOGLEVEL=low\n');
  for (const path of ['/usr/local/share/ca-certificates', '/run/systemd/system', '/var/lib', '/etc/systemd/system'])
    mkdirSync(join(folder, path), { recursive: true });
  const sets: Sets = { enabled: new Set(), active: new Set(), masked: new Set(), rules: new Set() };
  const ran: string[] = [];
  const programs: Record<string, Effect> = {
    ...users(folder),
    systemctl: systemd(sets),
    readlink: ([path = '']) => (sets.masked.has(path.split('/').at(-1) ?? '') ? says('/dev/null\n') : failed),
    test: ([, path = '']) => (existsSync(join(folder, path)) ? done : failed),
    install: (args) => {
      mkdirSync(join(folder, args.at(-1) ?? ''));
      return done;
    },
    rmdir: ([path = '']) => {
      try {
        rmdirSync(join(folder, path));
        return done;
      } catch {
        return { code: 1, out: 'not empty' };
      }
    },
    sudo: () => done,
    'update-ca-certificates': () => done,
    ...(hasUfw ? { ufw: ufw(sets, isAdministrator) } : {}),
  };
  const run = wrap(async (program, args) => {
    ran.push([program, ...args].join(' '));
    return programs[program]?.(args) ?? { code: null, out: '' };
  });
  const disk = openMachine({ root: folder, platform: 'linux', run });
  // It is this machine, not a disk that is prepared: its services run.
  const machine: Machine = {
    ...disk,
    root: '',
    isAdministrator: async () => isAdministrator,
    addresses: () => [{ address: '192.168.1.10', range: '192.168.1.0/24' }],
  };
  return {
    ...sets,
    machine,
    folder,
    ran,
    state: () => ({ files: filesBelow(folder), ...structuredClone(sets) }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
