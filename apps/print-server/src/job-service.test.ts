import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readPrintRequest } from './http/read.ts';
import { openJobService } from './job-service.ts';
import { openPrinters } from './printers.ts';
import { openSpool, type Spool } from './spool/spool.ts';
import { openStatusModes } from './status-mode.ts';
import { kotBody } from './testing/body.ts';
import { printFolderWith, until } from './testing/server.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Returns a job service whose disk can be made to hang. */
async function serviceOn(hanging: (spool: Spool) => Spool) {
  const data = await printFolderWith();
  folders.push(data);
  const folder = join(data, 'print');
  const printers = await openPrinters(folder);
  const spool = await openSpool(folder, Date.now, () => true);
  const devices = { outFolder: join(folder, 'out'), programs: { lp: 'lp', lpstat: 'lpstat' }, times: {} };
  const service = openJobService({
    spool: hanging(spool),
    printers,
    devices,
    modes: openStatusModes(printers, () => undefined),
    clock: Date.now,
    log: () => undefined,
  });
  return { service, spool };
}

describe('a job service on a disk that hangs', () => {
  it('[R16.6] replies to the till in time, and prints the ticket once when the disk responds again', async () => {
    let respond = (): void => undefined;
    const hang = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const { service, spool } = await serviceOn((real) => ({
      ...real,
      async accept(draft) {
        await hang;
        return real.accept(draft);
      },
    }));
    const started = performance.now();
    const request = readPrintRequest(kotBody({ jobKey: 'k' }));
    await expect(service.print(request)).rejects.toMatchObject({ reason: 'spool_full', code: 507 });
    expect(performance.now() - started).toBeGreaterThan(2400);
    respond();
    await until(async () => spool.list()[0]?.state === 'printed');
    expect(await service.print(request)).toMatchObject({ state: 'printed', duplicate: true });
    expect(spool.list()).toHaveLength(1);
    await service.stop();
    await spool.close();
  });
});
