import type { Outlet } from '@atoll/domain/outlet/outlet';
import { describe, expect, it } from 'vitest';
import { useApp } from '../sync/app-store.ts';
import { serverResponse } from '../sync/testing/server-answer.ts';
import { burger } from '../sync/testing/till.ts';
import { printBill } from './printing.ts';
import { bills, order, setting, startPrintingTill, till } from './testing/printing-till.ts';

startPrintingTill();

/** Gives the outlet a logo that the server has, or has not. */
async function giveLogo(path: string, hasFile: boolean): Promise<void> {
  const canvas = new OffscreenCanvas(2000, 1000);
  canvas.getContext('2d')?.fillRect(0, 0, 900, 900);
  const file = await canvas.convertToBlob({ type: 'image/webp' });
  const others = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!String(input).endsWith(path)) return others(input, init);
    if (!hasFile) throw new TypeError('Failed to fetch');
    return serverResponse(file);
  };
  useApp.setState(({ outlet }) => ({ outlet: { ...(outlet as Outlet), logo: path } }));
}

async function printed(): Promise<string> {
  setting('BillPrinter', 'Front');
  const key = await order(burger);
  await bills().save(key);
  await printBill(key);
  await expect.poll(() => till.server.printed.filter(({ type }) => type === 'Bill').length).toBe(1);
  return String(till.server.printed.find(({ type }) => type === 'Bill')?.outlet.logo);
}

describe('the logo on paper', () => {
  it('[R18.23] sends the outlet’s logo with a bill as a picture of a size that a receipt has', async () => {
    await giveLogo('/files/1/logo', true);
    const logo = await printed();
    expect(logo).toMatch(/^data:image\/png;base64,/);
    const picture = new Image();
    picture.src = logo;
    await picture.decode();
    expect([picture.naturalWidth, picture.naturalHeight]).toEqual([320, 160]);
  });

  it('prints the bill without a logo that cannot be fetched', async () => {
    await giveLogo('/files/1/gone', false);
    expect(await printed()).not.toContain('data:');
  });
});
