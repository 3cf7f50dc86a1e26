/**
 * A file system of its own that can lose its power: ext4 in a file. `cutPower` has the kernel stop it at once without writing what was not synced
 * (the `shutdown` call of ext4, without a flush of its log); mounted again, it has what a disk has after a power cut. Linux and root only.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../environment.ts';

export interface Volume {
  /** Where it is mounted. */
  readonly folder: string;
  /** Loses all that was not synced, and mounts it again. */
  cutPower(): void;
}

const megabytes = 1024;

/** FS_IOC_SHUTDOWN of the kernel, and its flag for no flush of the log. Perl is part of every Debian. */
const stopWithoutFlush = `my $flag = pack("L", 2); open(my $place, "<", $ARGV[0]) or die "open: $!";
ioctl($place, 0x8004587d, $flag) or die "shutdown: $!";`;

/** Returns why there can be none here; undefined when there can. */
export function whyNoVolume(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'needs Linux and root, for a file system of its own';
  for (const [program, ...args] of [
    ['mkfs.ext4', '-V'],
    ['losetup', '--find'],
    ['perl', '-v'],
  ] as const)
    if (spawnSync(program, args).status !== 0) return `${program} missing`;
  return undefined;
}

export function openVolume(environment: Environment): Volume {
  const [image, folder] = [join(environment.folder, 'disk.img'), join(environment.folder, 'disk')];
  mkdirSync(folder);
  execFileSync('truncate', ['-s', `${megabytes}M`, image]);
  execFileSync('mkfs.ext4', ['-q', '-F', image]);
  const mount = (): unknown => execFileSync('mount', ['-o', 'loop', image, folder]);
  mount();
  // Users of other programs have their folders in it.
  execFileSync('chmod', ['711', folder]);
  environment.atEnd(() => execFileSync('umount', [folder]));
  return {
    folder,
    cutPower() {
      execFileSync('perl', ['-e', stopWithoutFlush, folder]);
      execFileSync('umount', [folder]);
      mount();
    },
  };
}
