/** Finds printers that can be set up: system queues, device files and, when asked, hosts on the local network. */
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Programs, run } from './queue.ts';

export interface Discovered {
  readonly queues: readonly string[];
  readonly devices: readonly string[];
  readonly hosts: readonly string[];
}

const probePort = 9100;
const probeMs = 400;
const probesAtOnce = 64;

/** Returns what was found. The network is probed only when `network` is true, because each probe takes a printer's one connection. */
export async function discover(programs: Programs, network: boolean): Promise<Discovered> {
  const [queues, devices, hosts] = await Promise.all([findQueues(programs), findDevices(), network ? findHosts() : []]);
  return { queues, devices, hosts };
}

async function findQueues(programs: Programs): Promise<string[]> {
  const output = await run(programs.lpstat, ['-e']).catch(() => ''); // No print system means no queues.
  return output.split('\n').filter((name) => name !== '');
}

async function findDevices(): Promise<string[]> {
  const list = async (folder: string, name: RegExp) => {
    const names = await readdir(folder).catch(() => []);
    return names.filter((one) => name.test(one)).map((one) => `${folder}/${one}`);
  };
  return [...(await list('/dev/usb', /^lp\d+$/)), ...(await list('/dev', /^(lp|ttyUSB|ttyACM)\d+$/))];
}

/** Returns the private addresses that share their first three bytes with one of this computer's own. */
export function neighbours(addresses: readonly string[]): string[] {
  const isPrivate = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;
  const nets = new Set(addresses.filter((one) => isPrivate.test(one)).map((one) => one.slice(0, one.lastIndexOf('.'))));
  const all = [...nets].flatMap((net) => Array.from({ length: 254 }, (_, host) => `${net}.${host + 1}`));
  return all.filter((address) => !addresses.includes(address));
}

async function findHosts(): Promise<string[]> {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const left = neighbours(own.filter((one) => one.family === 'IPv4').map((one) => one.address)).slice(0, 508);
  const found: string[] = [];
  const worker = async () => {
    for (let address = left.pop(); address !== undefined; address = left.pop()) {
      if (await answers(address)) found.push(address);
    }
  };
  await Promise.all(Array.from({ length: probesAtOnce }, worker));
  return found.sort();
}

function answers(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: probePort, timeout: probeMs });
    const end = (result: boolean) => () => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });
}
