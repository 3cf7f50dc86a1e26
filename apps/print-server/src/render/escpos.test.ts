import type { PrintBody } from '@atoll/domain/contract/bill/print';
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { layOut } from '../document/document.ts';
import { flow } from '../document/flow.ts';
import { readPrintRequest } from '../http/read.ts';
import { billBody, item, kotBody, paidBody } from '../testing/body.ts';
import { decode, decodedText } from '../testing/decode.ts';
import { renderEscpos } from './escpos.ts';
import { defuse, rasterCommand, rasterLine } from './raster.ts';
import { renderText } from './text.ts';

const marks = {
  job: '3f9c21',
  printer: 'K',
  copyNo: 0,
  printedTime: { date: '', time: '' },
  mayBeDuplicate: false,
  lateSince: null,
};
const linesOf = (body: PrintBody, columns: number) => flow(layOut(readPrintRequest(body), marks).blocks, columns);
const options = { codePage: 'cp858', feedBeforeCut: 4, allRaster: false, copies: 1, openDrawer: false } as const;

describe.each([48, 42, 32])('ESC/POS bytes for %i columns', (columns) => {
  it.each([
    ['bill', billBody()],
    ['receipt', paidBody()],
    ['ticket', kotBody()],
  ] as const)('[R1.6] decode to the text of the %s, no line wider than the paper', async (_name, body) => {
    const lines = linesOf(body, columns);
    const decoded = decode(await renderEscpos(lines, { ...options, columns }));
    const squeezed = (text: string) => text.replace(/ +/g, ' ').trim();
    const wanted = renderText(lines, columns).split('\n').map(squeezed).filter(Boolean);
    expect(decoded.lines.map((line) => squeezed(line.text)).filter(Boolean)).toEqual(wanted);
    for (const line of decoded.lines) expect(line.text.length).toBeLessThanOrEqual(line.double ? columns / 2 : columns);
    expect(decoded.cuts).toEqual([decoded.lines.length]);
    expect(decoded.pulses).toBe(0);
    expect(new Set(decoded.codePages)).toEqual(new Set([19]));
  });
});

describe('ESC/POS bytes', () => {
  it('[R16.4] prints the slot and cancellations large and white on black', async () => {
    const { lines } = decode(await renderEscpos(linesOf(kotBody(), 42), { ...options, columns: 42 }));
    const found = (text: string) => lines.find((line) => line.text.includes(text));
    expect(found('TABLE 12')).toMatchObject({ double: true, inverse: true });
    expect(found('VOID 1 x Tuna Pizza')).toMatchObject({ double: true, inverse: true });
    expect(found('ALLERGY: NUTS')).toMatchObject({ double: false, inverse: true, bold: true });
    expect(found('3 x Mas Huni')).toMatchObject({ double: true, inverse: false });
  });

  it('[R18.23] writes what the code page holds as characters and draws the rest', async () => {
    const body = billBody({ items: [item('Café Ø ½ €', 1, 100), item('މަސްހުނި Mas', 2, 4500), item('Борщ', 1, 100)] });
    const { lines, pictures } = decode(await renderEscpos(linesOf(body, 48), { ...options, columns: 48 }));
    expect(lines.some((line) => line.text.includes('Café Ø ½ €'))).toBe(true);
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) {
      expect([picture.width, picture.height]).toEqual([576, 40]);
      expect(picture.rows.some((row) => row.some((byte) => byte !== 0))).toBe(true);
    }
    const at = lines.findIndex((line) => line.text === '[picture]');
    expect(lines[at + 1]?.text).toBe('[picture]');
    expect(lines[at + 2]?.text).toMatch(/^-+$/);
  });

  it('[R18.23] draws everything for a printer whose code pages are unreliable', async () => {
    const { lines } = decode(await renderEscpos(linesOf(billBody(), 48), { ...options, columns: 48, allRaster: true }));
    expect(lines.map((line) => line.text).filter((text) => text !== '[picture]' && text !== '')).toEqual([]);
  });

  it('[R1.6] repeats the document for copies, each with its cut, and opens the drawer once, first', async () => {
    const lines = linesOf(paidBody(), 48);
    const bytes = await renderEscpos(lines, { ...options, columns: 48, copies: 3, openDrawer: true });
    expect([...bytes.subarray(0, 2)]).toEqual([0x1b, 0x70]);
    const decoded = decode(bytes);
    expect(decoded.pulses).toBe(1);
    expect(decoded.cuts).toHaveLength(3);
    expect(decodedText(bytes).filter((text) => text.includes('SEA HOUSE'))).toHaveLength(3);
  });

  it.each(['png', 'jpeg'] as const)('[R18.23] draw the outlet’s %s logo on top, and fetch none', async (kind) => {
    const canvas = createCanvas(60, 30);
    canvas.getContext('2d').fillRect(0, 0, 60, 30);
    const image = (kind === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg')).toString('base64');
    const bytes = async (logo: string) => {
      const body = { ...billBody(), outlet: { ...billBody().outlet, logo } };
      return decode(await renderEscpos(linesOf(body, 48), { ...options, columns: 48 }));
    };
    const { pictures, lines } = await bytes(`data:image/${kind};base64,${image}`);
    expect(lines[0]?.text).toBe('[picture]');
    const dots = pictures[0]?.rows.reduce((all, row) => all + row.filter((byte) => byte === 0xff).length, 0) ?? 0;
    expect(dots).toBeGreaterThan(2000); // 240 × 120 black dots.
    expect((await bytes('https://pos.example.com/logo.png')).pictures).toEqual([]);
    expect((await bytes(`data:image/${kind};base64,bm9uZQ==`)).lines.some((line) => line.text.includes('TOTAL'))).toBe(
      true,
    );
  });

  it('[R18.23] prints a QR code in the middle', async () => {
    const lines = linesOf(billBody({}, { qr: 'https://pos.example.com/b/1' }), 42);
    expect(decode(await renderEscpos(lines, { ...options, columns: 42 })).qr).toEqual(['https://pos.example.com/b/1']);
  });
});

describe('lines drawn as pictures', () => {
  it('[R18.23] never contains a real-time command in a picture, where a printer obeys it too', () => {
    const bad = Uint8Array.of(0x10, 0x04, 0x01, 0x10, 0x14, 0x10, 0x05, 0x10, 0x10, 0x04);
    const good = defuse(bad.slice());
    for (let at = 1; at < good.length; at++) {
      expect(good[at - 1] === 0x10 && [0x04, 0x05, 0x14].includes(good[at] ?? 0)).toBe(false);
    }
    const flipped = bad.reduce(
      (count, byte, at) => count + (byte ^ (good[at] ?? 0)).toString(2).replaceAll('0', '').length,
      0,
    );
    expect(flipped).toBe(4);
  });

  it('[R18.23] sends pictures in bands that fit small buffers, and sends all of them', () => {
    const raster = rasterLine(
      {
        kind: 'text',
        double: true,
        bold: false,
        inverse: true,
        cells: [{ text: 'މަސް', at: 0, width: 16, align: 'center' }],
      },
      32,
    );
    const { pictures } = decode(rasterCommand(raster));
    expect(pictures).toHaveLength(1);
    expect([pictures[0]?.width, pictures[0]?.height]).toEqual([384, 80]);
    expect(Buffer.concat(pictures[0]?.rows ?? [])).toEqual(Buffer.from(raster.bits));
  });
});
