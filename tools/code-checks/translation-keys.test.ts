import { expect, it } from 'vitest';
import { keysOf, translationProblems } from './translation-keys.ts';

const catalogue = {
  bill: {
    save: 'Save',
    lines_one: '{{count}} line',
    lines_other: '{{count}} lines',
    state: { open: 'Open', paid: 'Paid' },
  },
};
const unused = (text: string, path = 'apps/web/src/features/bill/bill.tsx') =>
  translationProblems(catalogue, [{ path, text }]).map(({ message }) => /'([^']+)'/.exec(message)?.[1]);

it('lists each word once, whatever forms of plural it has', () => {
  expect(keysOf(catalogue)).toEqual(['bill.save', 'bill.lines', 'bill.state.open', 'bill.state.paid']);
});

it('finds the translations that no screen uses, and reports what to do', () => {
  expect(unused("t('bill.save'); t('bill.lines', { count }); t('bill.state.open');")).toEqual(['bill.state.paid']);
  expect(translationProblems(catalogue, [])[0]?.message).toBe(
    "No screen uses 'bill.save'. Remove it from every language, or use it.",
  );
});

it('counts translations as used whose key is composed at run time', () => {
  expect(unused("t('bill.save'); t('bill.lines', { count }); t(`bill.state.${state}`);")).toEqual([]);
});

it('counts a group as used that a screen reads from the catalogue', () => {
  expect(unused('const words = { ...enParts.bill };')).toEqual([]);
});

it('does not count uses in the catalogue and in tests', () => {
  const all = "'bill.save' 'bill.lines' 'bill.state.open' 'bill.state.paid'";
  expect(unused(all, 'apps/web/src/locale/en/billing.ts')).toHaveLength(4);
  expect(unused(all, 'apps/web/src/features/bill/bill.test.ts')).toHaveLength(4);
});
