import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isApprovalCode,
  isOfflineApproval,
  isWeakApprovalCode,
  offlineApprovalKey,
  offlineApprovalOf,
  offlineApprovalText,
  offlineHeader,
} from './offline-approval.ts';

const approvals = fc.record({
  codeId: fc.base64String({ minLength: 20, maxLength: 20 }).map((text) => text.replaceAll(/[+/=]/g, 'x').slice(0, 20)),
  key: fc.uuid(),
  madeAt: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
  amount: fc.option(fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 100)),
  mac: fc.constant('m'.repeat(43)),
});

it('[R36.5] reads an approval as it was written into the header, within 200 characters', () => {
  fc.assert(
    fc.property(approvals, (approval) => {
      const header = offlineHeader(approval);
      expect(header.length).toBeLessThanOrEqual(200);
      expect(offlineApprovalOf(header)).toEqual(approval);
      expect(isOfflineApproval(offlineApprovalKey(approval))).toBe(true);
    }),
  );
});

it('[R36.5] reads no other header as an approval', () => {
  for (const header of [undefined, '', '3b241101-e2bb-4255-8caf-4136c566a962', 'offline:x', 'offline-1'])
    expect(offlineApprovalOf(header)).toBeNull();
  expect(isOfflineApproval('3b241101-e2bb-4255-8caf-4136c566a962')).toBe(false);
});

it('[R36.5] signs all that is approved: each other value gives another text', () => {
  const action = { outletId: 1, permission: 'item.void.sent', subjectKey: 'b', requestedBy: 2 } as const;
  const approval = { codeId: 'c', key: 'k', madeAt: 5, amount: null };
  const texts = [
    offlineApprovalText(action, approval),
    offlineApprovalText({ ...action, outletId: 2 }, approval),
    offlineApprovalText({ ...action, permission: 'bill.discount' }, approval),
    offlineApprovalText({ ...action, subjectKey: 'c' }, approval),
    offlineApprovalText({ ...action, requestedBy: 3 }, approval),
    offlineApprovalText({ ...action, itemKeys: ['i'] }, approval),
    offlineApprovalText({ ...action, itemKeys: ['i', 'j'] }, approval),
    offlineApprovalText(action, { ...approval, amount: 0 }),
    offlineApprovalText(action, { ...approval, madeAt: 6 }),
    offlineApprovalText(action, { ...approval, key: 'l' }),
    offlineApprovalText(action, { ...approval, codeId: 'd' }),
  ];
  expect(new Set(texts).size).toBe(texts.length);
});

it('[R36.5] takes six digits as an approval code, none that are guessed first', () => {
  expect(['4826', '48261', '482613', '4826135', 'abcdef'].map(isApprovalCode)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
  const weak = ['111111', '121212', '123456', '654321', '246810', '482613'];
  expect(weak.map(isWeakApprovalCode)).toEqual([true, true, true, true, false, false]);
});
