/** The stores of authorities of each system, in which a till has the authority of the shop. Source: R31.25. */
import { byCommand, type Change, command } from '../change.ts';
import type { System } from '../system.ts';
import type { ShopAuthority } from './authority.ts';

/** Returns where a system keeps the certificate of the shop's authority. */
export function authorityPath({ platform, anchors }: Pick<System, 'platform' | 'anchors'>): string {
  if (platform === 'win32') return String.raw`C:\ProgramData\Atoll\shop-authority.crt`;
  if (platform === 'darwin') return '/Library/Application Support/Atoll/shop-authority.crt';
  return `${anchors?.folder ?? '/etc/atoll'}/atoll-shop-authority.crt`;
}

/** Returns the changes that make the system, and browsers that ask it, trust the authority. */
export function storeChanges({ pem, sha1 }: ShopAuthority, system: System): Change[] {
  const path = authorityPath(system);
  const { platform, anchors } = system;
  const file: Change = {
    kind: 'file',
    id: 'authority',
    says: `Write ${path}, the certificate of the shop's authority`,
    undoes: `Remove ${path}`,
    path,
    content: pem,
    mode: 0o644,
    encoding: 'utf8',
    afterwards: platform === 'linux' && anchors ? [anchors.update] : [],
  };
  if (platform === 'linux') return [file];
  const keychain = '/Library/Keychains/System.keychain';
  const stored =
    platform === 'win32'
      ? {
          isDone: { ...command('certutil', '-store', 'Root', sha1), prints: '' },
          do: [command('certutil', '-f', '-addstore', 'Root', path)],
          undo: [command('certutil', '-delstore', 'Root', sha1)],
        }
      : {
          isDone: { ...command('security', 'find-certificate', '-a', '-Z', keychain), prints: `SHA-1 hash: ${sha1}` },
          do: [command('security', 'add-trusted-cert', '-d', '-r', 'trustRoot', '-k', keychain, path)],
          undo: [command('security', 'delete-certificate', '-Z', sha1, '-t', keychain)],
        };
  const trusted = byCommand({
    id: 'authority-store',
    says: "Trust the shop's authority on this machine",
    undoes: "Trust the shop's authority no more on this machine",
    ...stored,
    redoWith: [file.id],
  });
  return [file, trusted];
}
