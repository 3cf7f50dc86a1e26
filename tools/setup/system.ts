/** The machine that setup works on, as the plan needs to know it. */
import { dirname, join } from 'node:path';
import type { Address } from './address.ts';
import type { Machine, Platform } from './machine.ts';
import { dataFolder, readValues, restoredSettings } from './settings-file.ts';
import { type AnchorStore, anchorStores, firefoxPath } from './till/places.ts';

export type Firewall = 'ufw' | 'firewalld' | 'windows' | 'macos';

export interface System {
  readonly platform: Platform;
  /** The folder of the disk that is set up; empty for this machine itself. */
  readonly root: string;
  /** The folder of the release, and the Node that runs it, as that machine sees them. */
  readonly folder: string;
  readonly node: string;
  /** Of an archive: the release that the link `folder` is to lead to. */
  readonly unpacked: string | null;
  /** Addresses of IPv4 in its networks, the one that the server chooses itself first. */
  readonly addresses: readonly Address[];
  readonly hasSystemd: boolean;
  /** The firewall that is active and that setup can set. */
  readonly firewall: Firewall | null;
  /** Groups that may write to printers. */
  readonly printGroups: readonly string[];
  /** A number that no user and no group has; macOS alone asks for one. */
  readonly freeId: number;
  /** After how many seconds (Windows) or minutes (macOS) the machine sleeps and hibernates; 0 for never, and where a plan does not need it. */
  readonly sleep: { readonly standby: number; readonly hibernate: number };
  /** Where Linux keeps authorities; null on other systems, and where setup knows no such folder. */
  readonly anchors: AnchorStore | null;
  /** The policies of Firefox on Linux, as others wrote them; null without a file. */
  readonly firefoxPolicies: string | null;
  /** The settings of a former server that a restore from off-site copies brought; empty without. */
  readonly restored: Readonly<Record<string, string | undefined>>;
  readonly isBuilt: boolean;
  /** The first folder on the way to the release that other users cannot read. */
  readonly closedFolder: string | null;
}

const printerGroups = ['lp', 'dialout', 'uucp'];

async function firewallOf(machine: Machine): Promise<Firewall | null> {
  if (machine.platform === 'win32') return 'windows';
  // A disk that is set up in a folder has no firewall that runs.
  if (machine.root !== '') return null;
  if (machine.platform === 'darwin') {
    const state = await machine.run('/usr/libexec/ApplicationFirewall/socketfilterfw', ['--getglobalstate']);
    return /enabled/i.test(state.out) ? 'macos' : null;
  }
  // `ufw status` says it only to administrators, and a dry run needs no rights.
  if (/^ENABLED=yes/m.test(machine.read('/etc/ufw/ufw.conf') ?? '')) return 'ufw';
  const firewalld = await machine.run('firewall-cmd', ['--state']);
  return firewalld.code === 0 ? 'firewalld' : null;
}

async function freeIdOf(machine: Machine): Promise<number> {
  if (machine.platform !== 'darwin') return 0;
  const lists = await Promise.all([
    machine.run('dscl', ['.', '-list', '/Users', 'UniqueID']),
    machine.run('dscl', ['.', '-list', '/Groups', 'PrimaryGroupID']),
  ]);
  const taken = new Set(lists.flatMap(({ out }) => [...out.matchAll(/\s(\d+)$/gm)].map(([, id]) => Number(id))));
  let id = 499;
  while (taken.has(id)) id -= 1;
  return id;
}

/** Returns the seconds of a setting of `powercfg`, whose words are of the system's language: the last two numbers are those of mains and battery. */
async function powercfgSeconds(machine: Machine, setting: string): Promise<number> {
  const { out } = await machine.run('powercfg', ['/query', 'SCHEME_CURRENT', 'SUB_SLEEP', setting]);
  return Number([...out.matchAll(/0x[\da-f]{8}/gi)].at(-2)?.[0] ?? 0);
}

async function sleepOf(machine: Machine): Promise<System['sleep']> {
  if (machine.platform === 'win32') {
    const [standby, hibernate] = [
      await powercfgSeconds(machine, 'STANDBYIDLE'),
      await powercfgSeconds(machine, 'HIBERNATEIDLE'),
    ];
    return { standby, hibernate };
  }
  if (machine.platform === 'darwin') {
    const { out } = await machine.run('pmset', ['-g', 'custom']);
    return { standby: Number(/AC Power:[^]*?^\s*sleep\s+(\d+)/m.exec(out)?.[1] ?? 0), hibernate: 0 };
  }
  return { standby: 0, hibernate: 0 };
}

/** Returns the first folder on the way to a path that other users cannot read. */
function closedFolderOf(machine: Machine, path: string): string | null {
  if (machine.platform === 'win32') return null;
  const up = dirname(path);
  const above = up === path ? null : closedFolderOf(machine, up);
  if (above !== null) return above;
  const mode = machine.stat(path)?.mode;
  return mode !== undefined && (mode & 0o001) === 0 ? path : null;
}

/** Returns a path of this process as the machine that is set up sees it. */
const seenFrom = (root: string, path: string): string =>
  root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length) : path;

/** Describes the machine. Nothing is changed. */
export async function describeSystem(
  machine: Machine,
  release: { folder: string; node: string; unpacked?: string },
): Promise<System> {
  const [folder, node] = [seenFrom(machine.root, release.folder), seenFrom(machine.root, release.node)];
  const unpacked = release.unpacked === undefined ? null : seenFrom(machine.root, release.unpacked);
  // Before setup the link does not lead anywhere.
  const [place, program] = unpacked === null ? [folder, node] : [unpacked, node.replace(folder, () => unpacked)];
  const groups = machine.read('/etc/group') ?? '';
  return {
    platform: machine.platform,
    root: machine.root,
    folder,
    node,
    unpacked,
    // A disk that is set up for another machine says nothing about its network.
    addresses: machine.root === '' ? machine.addresses() : [],
    hasSystemd:
      machine.stat('/run/systemd/system') !== null || (machine.root !== '' && machine.stat('/etc/systemd') !== null),
    firewall: await firewallOf(machine),
    printGroups: printerGroups.filter((group) => new RegExp(`^${group}:`, 'm').test(groups)),
    freeId: await freeIdOf(machine),
    sleep: await sleepOf(machine),
    anchors: machine.platform === 'linux' ? (anchorStores.find(({ folder }) => machine.stat(folder)) ?? null) : null,
    firefoxPolicies: machine.platform === 'linux' ? machine.read(firefoxPath) : null,
    restored: readValues(machine.read(join(dataFolder[machine.platform], restoredSettings))),
    isBuilt: machine.stat(join(place, 'apps/web/dist/index.html')) !== null,
    closedFolder: closedFolderOf(machine, place) ?? closedFolderOf(machine, dirname(program)),
  };
}
