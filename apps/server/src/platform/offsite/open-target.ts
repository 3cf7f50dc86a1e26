import { openFolder } from './folder-target.ts';
import type { Target, TargetLogin } from './target.ts';

/** Opens a target. `dataDir`: the data folder of the server, in which no target may be. Each kind loads only what it needs. */
export async function openTarget({ address, secret }: TargetLogin, dataDir: string): Promise<Target> {
  switch (address.kind) {
    case 'Folder':
      return openFolder(address.path, dataDir);
    case 'WebDav':
      return (await import('./remote/web-dav.ts')).openWebDav(address, secret);
    case 'S3':
      return (await import('./remote/s3.ts')).openS3(address, secret);
    case 'Sftp':
      return (await import('./remote/sftp.ts')).openSftp(address, secret);
  }
}
