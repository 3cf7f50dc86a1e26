/** Where Linux keeps authorities and policies. */
import { type Command, command } from '../change.ts';

/** A folder of Linux for authorities, and the program that reads it. */
export interface AnchorStore {
  readonly folder: string;
  readonly update: Command;
}

/** Debian and its kind, SUSE, Fedora and its kind, Arch. */
export const anchorStores: readonly AnchorStore[] = [
  { folder: '/usr/local/share/ca-certificates', update: command('update-ca-certificates', '-f') },
  { folder: '/etc/pki/trust/anchors', update: command('update-ca-certificates', '-f') },
  { folder: '/etc/pki/ca-trust/source/anchors', update: command('update-ca-trust', 'extract') },
  { folder: '/etc/ca-certificates/trust-source/anchors', update: command('update-ca-trust', 'extract') },
];

/** The file of Firefox's policies, of which there is one for all. */
export const firefoxPath = '/etc/firefox/policies/policies.json';
