/** An ssh server, which is that of OpenSSH with a key of its own; the tests' user signs in with a key. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../../../tools/scripts/free-port.ts';
import { findProgram, type Program, startProgram } from './program.ts';

export const hasSsh = findProgram('sshd') !== undefined;

export interface SftpServer {
  readonly port: number;
  readonly user: string;
  /** The private key that signs in. */
  readonly key: string;
  /** The folder of the target. */
  readonly folder: string;
  /** The fingerprint of the server's key, as `ssh-keygen` says. */
  fingerprint(): string;
  /** Starts it again; with another key, as a server does that was set up again or that is somebody else's. */
  restart(withOtherKey: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server on this machine, and on another of its addresses when one is given. */
export async function startSftp(address?: string): Promise<SftpServer> {
  const root = mkdtempSync(join(tmpdir(), 'atoll-ssh-'));
  const port = await freePort();
  const folder = join(root, 'copies');
  mkdirSync(folder);
  // The server wants this folder when root starts it.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const makeKey = (name: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', join(root, name)]);
  makeKey('host');
  makeKey('user');
  copyFileSync(join(root, 'user.pub'), join(root, 'authorized'));
  writeFileSync(
    join(root, 'sshd_config'),
    `Port ${port}
ListenAddress 127.0.0.1
${address === undefined ? '' : `ListenAddress ${address}`}
HostKey ${root}/host
PidFile none
UsePAM no
StrictModes no
PermitRootLogin yes
PasswordAuthentication no
AuthorizedKeysFile ${root}/authorized
Subsystem sftp internal-sftp
`,
  );
  const start = (): Promise<Program> =>
    startProgram(findProgram('sshd') ?? '', ['-D', '-e', '-f', join(root, 'sshd_config')], port);
  let program = await start();
  return {
    port,
    folder,
    user: userInfo().username,
    key: readFileSync(join(root, 'user'), 'utf8'),
    fingerprint: () =>
      execFileSync('ssh-keygen', ['-l', '-f', join(root, 'host.pub')], { encoding: 'utf8' }).split(' ')[1] ?? '',
    async restart(withOtherKey) {
      await program.stop();
      if (withOtherKey) {
        rmSync(join(root, 'host'));
        rmSync(join(root, 'host.pub'));
        makeKey('host');
      }
      program = await start();
    },
    async stop() {
      await program.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
