import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { layOut } from '../document/document.ts';
import { flow } from '../document/flow.ts';
import { readPrintRequest } from '../http/read.ts';
import { item, paidBody } from '../testing/body.ts';
import { isRightToLeft } from './paint.ts';
import { renderPdf, renderPng } from './pdf.ts';

const marks = {
  job: '3f9c21',
  printer: 'K',
  copyNo: 0,
  printedTime: { date: '', time: '' },
  mayBeDuplicate: false,
  lateSince: null,
};
const body = paidBody(
  { items: [item('Café ½', 1, 4500), item('މަސްހުނި', 2, 4500)] },
  { qr: 'https://pos.example.com/b/1' },
);
const linesAt = (columns: number) => flow(layOut(readPrintRequest(body), marks).blocks, columns);
const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;

describe('a receipt as PDF', () => {
  it.each([
    [48, 226.8],
    [32, 164.4],
  ])('[R18.23] makes %i columns as wide as the paper, one page for each copy', (columns, points) => {
    const { pdf } = renderPdf(linesAt(columns), columns, 'Receipt', 2);
    const text = pdf.toString('latin1');
    const boxes = [...text.matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(boxes).toHaveLength(2);
    expect(Math.abs(Number(boxes[0]?.[1]) - points)).toBeLessThanOrEqual(1);
    expect(text).toMatch(/NotoSansMono/);
    expect(text).toMatch(/NotoSansThaana/);
  });

  it.skipIf(!hasPoppler)('[R18.23] contains the same text in the PDF', () => {
    const { pdf } = renderPdf(linesAt(48), 48, 'Receipt', 1);
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
    for (const word of ['SEA HOUSE MALE', 'Receipt', '2026-000123', 'Café ½', 'TOTAL MVR', '603.81', 'Thank you']) {
      expect(text).toContain(word);
    }
  });

  it('[R18.23] draws a receipt as a picture for the preview', () => {
    expect(renderPng(linesAt(32), 32).subarray(1, 4).toString()).toBe('PNG');
  });
});

it.each([
  ['Z ރިޕޯޓް 12', true],
  ['މަސްހުނި Tuna Pizza', true],
  ['1 މަސްހުނި', true],
  ['Tuna Pizza މަސް', false],
  ['Z report 12', false],
  ['-12.50', false],
])('[R1.6] reads %s from right to left: %s', (text, isFromTheRight) => {
  expect(isRightToLeft(text)).toBe(isFromTheRight);
});

it.each(['ސަރވިސް ޗާޖް 10%', 'ޑިސްކައުންޓް -5.00', 'ޖީއެސްޓީ 8.5%'])(
  '[R18.23] draws the sign of the number in %s on the side where it is typed',
  (text) => {
    const drawn = (words: string): Buffer => {
      const cells = [{ text: words, at: 0, width: 32, align: 'right' }] as const;
      return renderPng([{ kind: 'text', cells, double: false, bold: false, inverse: false }], 32);
    };
    const [number = ''] = text.match(/[-\d.%]+$/) ?? [];
    expect(drawn(text).equals(drawn(text.replace(number, `\u2066${number}\u2069`)))).toBe(true);
  },
);
