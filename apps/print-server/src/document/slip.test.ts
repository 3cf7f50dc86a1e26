import { expect, it } from 'vitest';
import { readPrintRequest } from '../http/read.ts';
import { renderText } from '../render/text.ts';
import { kotBody } from '../testing/body.ts';
import { marks } from '../testing/marks.ts';
import { layOut } from './document.ts';
import { flow } from './flow.ts';

it.each([48, 42, 32])(
  '[R35.44] prints each group of a report below a line and its heading, on %i columns',
  (columns) => {
    const rows = [
      { label: 'Gross', value: '100.00' },
      { label: 'Cash', value: '', isHeading: true },
      { label: 'Expected', value: '600.00' },
    ];
    const body = { ...kotBody(), type: 'Slip' as const, slip: { title: 'X report', rows, note: 'Shift 3' } };
    const { blocks, words } = layOut(readPrintRequest(body), marks);
    const lines = renderText(flow(blocks, columns, words), columns)
      .split('\n')
      .map((line) => line.trim());
    const at = lines.indexOf('Cash');
    expect(lines[at - 2]).toMatch(/^Gross +100\.00$/);
    expect(lines[at - 1]).toBe('-'.repeat(columns));
    expect(lines[at + 1]).toMatch(/^Expected +600\.00$/);
  },
);
