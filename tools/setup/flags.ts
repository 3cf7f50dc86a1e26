/** The flags of setup. Source: R31.19, R31.25. */
import { parseArgs } from 'node:util';
import type { Answers } from './answers.ts';

export const usage = `setup makes a server, or a till with printers, of this machine.

  setup [--role server|till] [answers] [--yes] [--dry-run]
  setup --till ADDRESS OF THE SERVER --fingerprint DIGITS [--yes] [--dry-run]
  setup --undo [--yes] [--dry-run]

Answers of a server: --shop NAME, --address ADDRESS, --name NAME|none, --tls own|acme|off|CERTIFICATE,KEY, --start yes|no,
  --offsite FOLDER|ADDRESS|none (where encrypted copies go: a folder of another disk or share, sftp://USER@HOST/FOLDER,
  https://USER@HOST/FOLDER for WebDAV, or s3+https://KEY@HOST?bucket=NAME&region=NAME),
  --system both|firewall|sleep|none (what setup may change of the machine: the firewall, and its sleep; not asked)
Answers of a till: --address ADDRESS OF THE SERVER, --start yes|no, --fingerprint DIGITS|none (the 16 digits of the shop's
  authority, which this machine and its browsers then trust); --till ADDRESS is --role till --address ADDRESS

--yes       takes the defaults for what is not given, and acts without asking
--dry-run   prints the plan and changes nothing
--undo      takes back what setup changed; data, backups and the authority stay
--root DIR  sets up the disk below a folder, such as a card for another machine, instead of this machine`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  role: text,
  shop: text,
  address: text,
  till: text,
  fingerprint: text,
  name: text,
  tls: text,
  start: text,
  offsite: text,
  system: text,
  root: text,
  yes: flag,
  'dry-run': flag,
  undo: flag,
  help: flag,
} as const;

export type Flags = ReturnType<typeof readFlags>;

/** Reads the flags. Throws for one that setup does not know. */
export function readFlags(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options, strict: true });
  const { root = '', yes, 'dry-run': isDryRun, undo, help, till, ...answers } = values;
  if (till !== undefined && (answers.address !== undefined || (answers.role ?? 'till') !== 'till'))
    throw new Error('--till is --role till --address ADDRESS: give one of them.');
  const given = till === undefined ? answers : { ...answers, role: 'till', address: till };
  return { root: root === '/' ? '' : root.replace(/\/+$/, ''), yes, isDryRun, undo, help, given: given as Answers };
}
