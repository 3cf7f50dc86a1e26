import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxUploadBytes } from '@atoll/domain/contract/platform/backup';
import { expect, it } from 'vitest';
import { createUploads } from './uploads.ts';

it('takes a backup of at most 8 GB, and no byte more', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-uploads-'));
  const uploads = createUploads(dataDir, Date.now);
  const key = randomUUID();
  const content = Buffer.from('x');
  uploads.take({ key, offset: 0, content });
  expect(maxUploadBytes).toBe(8 * 1024 ** 3);
  // A file with a hole: it takes no room on the disk.
  truncateSync(uploads.pathOf(key), maxUploadBytes - 1);
  expect(uploads.take({ key, offset: maxUploadBytes - 1, content })).toBe(maxUploadBytes);
  expect(() => uploads.take({ key, offset: maxUploadBytes, content })).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ reason: 'backupTooLarge' }) }),
  );
  rmSync(dataDir, { recursive: true, force: true });
});
