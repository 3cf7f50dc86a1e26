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

it('finds the words that no screen says, and says what to do', () => {
  expect(unused("t('bill.save'); t('bill.lines', { count }); t('bill.state.open');")).toEqual(['bill.state.paid']);
  expect(translationProblems(catalogue, [])[0]?.message).toBe(
    "No screen says 'bill.save'. Remove it from every language, or say it.",
  );
});

it('takes words whose key is put together as said', () => {
  expect(unused("t('bill.save'); t('bill.lines', { count }); t(`bill.state.${state}`);")).toEqual([]);
});

it('takes a group that a screen reads from the catalogue itself as said', () => {
  expect(unused('const words = { ...enParts.bill };')).toEqual([]);
});

it('does not take the catalogue and tests for screens', () => {
  const all = "'bill.save' 'bill.lines' 'bill.state.open' 'bill.state.paid'";
  expect(unused(all, 'apps/web/src/locale/en/billing.ts')).toHaveLength(4);
  expect(unused(all, 'apps/web/src/features/bill/bill.test.ts')).toHaveLength(4);
});
