import { describe, expect, it } from 'vitest';
import { defaultSlotTypes } from '../outlet/defaults.ts';
import type { SlotType } from '../outlet/outlet.ts';
import { billTerms, lineTerms, ratesAt } from './tax.ts';

const table: SlotType = {
  type: 'Table',
  slotCount: 41,
  rates: [
    { from: '2025-06-30T19:00:00.000Z', serviceChargePct: 12, gstPct: 17 },
    { from: '2022-12-31T19:00:00.000Z', serviceChargePct: 10, gstPct: 16 },
  ],
};

describe('ratesAt', () => {
  it('[R20.2] takes the rates in force at check-in, to the millisecond, in any order of the rows', () => {
    expect(ratesAt(table, '2025-06-30T18:59:59.999Z').gstPct).toBe(16);
    expect(ratesAt(table, '2025-06-30T19:00:00.000Z').gstPct).toBe(17);
    expect(ratesAt(table, '2025-07-01T00:00:00+05:00').gstPct).toBe(17);
    expect(ratesAt({ rates: table.rates.toReversed() }, '2030-01-01T00:00:00Z').serviceChargePct).toBe(12);
  });

  it('takes the earliest rates before all rows, and 8 percent without any rows', () => {
    expect(ratesAt(table, '2001-01-01T00:00:00Z').gstPct).toBe(16);
    expect(ratesAt({ rates: [] }, '2026-01-01T00:00:00Z')).toMatchObject({ serviceChargePct: 0, gstPct: 8 });
  });
});

describe('billTerms', () => {
  const outlet = {
    slotTypes: defaultSlotTypes('Restaurant'),
    gstMode: 'Inclusive',
    gstOnServiceCharge: false,
  } as const;

  it('copies the rates of the slot type and the GST kind of the outlet', () => {
    expect(billTerms(outlet, 'Table', '2026-01-01T00:00:00Z')).toEqual({
      serviceChargePct: 10,
      gstPct: 8,
      gstMode: 'Inclusive',
      gstOnServiceCharge: false,
    });
    expect(billTerms(outlet, 'Counter', '2026-01-01T00:00:00Z')).toBeNull();
  });
});

describe('lineTerms', () => {
  const plain = { gstMode: null, gstPct: null, serviceChargeable: true };
  const bill = { gstMode: 'Exclusive', gstPct: 8 } as const;

  it('[R20.2] takes the item’s kind, else the category’s, else the outlet’s; the item’s rate, else the slot type’s', () => {
    expect(lineTerms(plain, null, bill)).toEqual({ gstMode: 'Exclusive', gstPct: 8, serviceChargeable: true });
    expect(lineTerms(plain, { gstMode: 'Inclusive' }, bill).gstMode).toBe('Inclusive');
    expect(lineTerms({ ...plain, gstMode: 'Exempt' }, { gstMode: 'Inclusive' }, bill).gstMode).toBe('Exempt');
    expect(lineTerms({ ...plain, gstPct: 0 }, null, bill).gstPct).toBe(0);
    expect(lineTerms({ ...plain, serviceChargeable: false }, null, bill).serviceChargeable).toBe(false);
  });
});
