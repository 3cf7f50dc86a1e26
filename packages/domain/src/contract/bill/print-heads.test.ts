import { expect, it } from 'vitest';
import { isBillHead } from './print-heads.ts';

it('[R36.18] reads a text as the heading of a bill in each print language, however it is written', () => {
  for (const text of [
    'Receipt',
    'RECEIPT 12',
    '* tax  invoice *',
    'Ｒｅｃｅｉｐｔ',
    'Void bill',
    'ރަސީދު',
    '- ޓެކްސް އިންވޮއިސް -',
  ])
    expect(isBillHead(text), text).toBe(true);
  for (const text of [
    '',
    '12',
    'Cash in',
    'Open drawer',
    'Moved',
    'X report',
    'Refunds',
    'Tax invoice register',
    'Z report 12',
  ])
    expect(isBillHead(text), text).toBe(false);
});
