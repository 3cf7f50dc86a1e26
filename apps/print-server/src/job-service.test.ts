import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readPrintRequest } from './http/read.ts';
import { openDesk } from './job-service.ts';
import { openPrinters } from './printers.ts';
import { openSpool, type Spool } from './spool/spool.ts';
import { openStatusModes } from './status-mode.ts';
import { kotBody } from './testing/body.ts';
import { printFolderWith, until } from './testing/server.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A desk whose disk can be made to hang. */
async function deskOn(slow: (spool: Spool) => Spool) {
  const data = await printFolderWith();
  folders.push(data);
  const folder = join(data, 'print');
  const printers = await openPrinters(folder);
  const spool = await openSpool(folder, Date.now, () => true);
  const devices = { outFolder: join(folder, 'out'), programs: { lp: 'lp', lpstat: 'lpstat' }, times: {} };
  const desk = openDesk({
    spool: slow(spool),
    printers,
    devices,
    modes: openStatusModes(printers, () => undefined),
    clock: Date.now,
    log: () => undefined,
  });
  return { desk, spool };
}

describe('a disk that hangs', () => {
  it('[R16.6] the till is told in time, and the ticket prints once when the disk is back', async () => {
    let back = (): void => undefined;
    const hang = new Promise<void>((resolve) => {
      back = resolve;
    });
    const { desk, spool } = await deskOn((real) => ({
      ...real,
      async accept(draft) {
        await hang;
        return real.accept(draft);
      },
    }));
    const started = performance.now();
    const request = readPrintRequest(kotBody({ jobKey: 'k' }));
    await expect(desk.print(request)).rejects.toMatchObject({ reason: 'spool_full', code: 507 });
    expect(performance.now() - started).toBeGreaterThan(2400);
    back();
    await until(async () => spool.list()[0]?.state === 'printed');
    expect(await desk.print(request)).toMatchObject({ state: 'printed', duplicate: true });
    expect(spool.list()).toHaveLength(1);
    await desk.stop();
    await spool.close();
  });
});
