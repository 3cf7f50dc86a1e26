import { ownRelease } from '@atoll/domain/release/standing';
import { describe, expect, it } from 'vitest';
import { CallError } from '../api/api.ts';
import { NotServerError } from '../api/not-server.ts';
import { learnRelease } from '../api/release.ts';
import { coalesceBodies } from './coalesce.ts';
import { dueEntries, entryFormat, isFailing, isForbidden, isWaiting, nextDueAt, type OutboxEntry } from './entry.ts';
import { rebaseEntry } from './rebase-entries.ts';
import { needsAttention, resolutionsOf } from './resolution.ts';
import { backOffMs, retryPolicyFor } from './retry-policy.ts';
import { unsyncedAmount, waitingSince } from './unsynced-amount.ts';
import { upgradedEntry } from './upgrade.ts';

let seq = 0;
function entry(part: Partial<OutboxEntry> = {}): OutboxEntry {
  seq += 1;
  return {
    format: entryFormat,
    about: null,
    seq,
    key: `op-${seq}`,
    kind: 'update',
    billKey: 'a',
    body: {},
    outletId: 1,
    userId: 7,
    userName: 'Aisha',
    deviceId: 'd',
    madeAt: '2026-01-01T00:00:00.000Z',
    edition: 0,
    tries: 0,
    faults: 0,
    state: 'queued',
    reason: null,
    notBefore: 0,
    ...part,
  };
}
const due = (entries: OutboxEntry[], busy: string[] = [], now = 1000, outlets = [1]) =>
  dueEntries(entries, now, ({ outletId }) => outlets.includes(outletId), new Set(busy)).map(({ key }) => key);

describe('due entries', () => {
  it('[R15.1] sends each bill in order, and bills independent of each other', () => {
    const [a1, a2, b1] = [entry({ billKey: 'a' }), entry({ billKey: 'a' }), entry({ billKey: 'b' })];
    expect(due([a1, a2, b1])).toEqual([a1.key, b1.key]);
    expect(due([a1, a2, b1], ['a'])).toEqual([b1.key]);
  });

  it('[R35.83] sends an entry whose wait was written while the clock was three days ahead', () => {
    const now = Date.parse('2026-03-10T07:00:00.000Z');
    const stuck = entry({ notBefore: now + 3 * 24 * 60 * 60 * 1000 });
    expect(due([stuck], [], now)).toEqual([stuck.key]);
    expect(nextDueAt([stuck], now)).toBeNull();
    const waiting = entry({ notBefore: now + 30_000 });
    expect(due([waiting], [], now)).toEqual([]);
    expect(nextDueAt([waiting], now)).toBe(now + 30_000);
  });

  it('sends other bills when one bill is blocked, but nothing of that bill', () => {
    const [a1, a2, b1] = [entry({ state: 'parked' }), entry(), entry({ billKey: 'b' })];
    expect(due([a1, a2, b1])).toEqual([b1.key]);
  });

  it('sends entries behind a refused change, but not behind a refused check-in', () => {
    const refusedUpdate = [entry({ state: 'rejected' }), entry()];
    expect(due(refusedUpdate)).toEqual([refusedUpdate[1]?.key]);
    expect(due([entry({ kind: 'create', state: 'rejected' }), entry()])).toEqual([]);
  });

  it('sends entries behind a shift or a customer only after these', () => {
    const shift = entry({ kind: 'shift.create', billKey: null });
    const pay = entry({ kind: 'pay' });
    expect(due([shift, pay])).toEqual([shift.key]);
    expect(due([{ ...shift, state: 'rejected' }, pay])).toEqual([pay.key]);
  });

  it('[R15.8] sends a check-in only after the waiting entries of the slot’s previous bill', () => {
    const at = (slot: string, part: Partial<OutboxEntry>) =>
      entry({ about: { type: 'Table', slot, number: null }, ...part });
    const paid = at('3', { kind: 'pay', billKey: 'a' });
    const next = at('3', { kind: 'create', billKey: 'b' });
    const line = at('3', { billKey: 'b' });
    const elsewhere = at('4', { kind: 'create', billKey: 'c' });
    expect(due([paid, next, line, elsewhere])).toEqual([paid.key, elsewhere.key]);
    expect(due([paid, next, line, elsewhere], ['a'])).toEqual([elsewhere.key]);
    expect(due([next, line])).toEqual([next.key]);
    // A refused payment leaves the bill open: the check-in joins it, and nothing waits indefinitely.
    expect(due([{ ...paid, state: 'rejected' }, next])).toEqual([next.key]);
  });

  it('keeps entries of an outlet that the person does not belong to', () => {
    expect(due([entry({ outletId: 2 })])).toEqual([]);
    expect(due([entry({ outletId: 2 })], [], 1000, [1, 2])).toHaveLength(1);
  });

  it('waits until the time of an entry and returns that time', () => {
    const late = entry({ notBefore: 5000 });
    expect(due([late])).toEqual([]);
    expect(nextDueAt([late, entry({ notBefore: 7000 }), entry({ notBefore: 2000, state: 'parked' })], 1000)).toBe(5000);
    expect(due([late], [], 5000)).toEqual([late.key]);
  });
});

describe('coalesced entries', () => {
  const item = (key: string, qty = 1) => ({ key, qty });
  const next = (body: object, part: Partial<OutboxEntry> = {}) => entry({ body: { ...body }, ...part });

  it('coalesces an update with the unsent one before it: items by key, changed fields, the older version', () => {
    const last = entry({ body: { key: 'a', version: 3, items: [item('x'), item('y')], changed: ['note'], note: 'n' } });
    const body = coalesceBodies(
      last,
      next({ key: 'a', version: 4, items: [item('y', 2), item('z')], changed: ['covers'], covers: 2 }),
    );
    expect(body).toEqual({
      key: 'a',
      version: 3,
      items: [item('x'), item('y', 2), item('z')],
      changed: ['note', 'covers'],
      note: 'n',
      covers: 2,
      createdAt: undefined,
    });
  });

  it('[R15.8] adds items to an unsent check-in, so that they join the bill that holds the slot by then', () => {
    const checkIn = entry({ kind: 'create', body: { key: 'a', type: 'Table', slot: '3', items: [], createdAt: 't' } });
    const body = coalesceBodies(checkIn, next({ key: 'a', items: [item('x')], changed: [] }));
    expect(body).toMatchObject({ type: 'Table', createdAt: 't', items: [item('x')] });
    expect(body).not.toHaveProperty('changed');
  });

  it('keeps every promotion that was given or taken off', () => {
    const [one, two] = [1, 2].map((promotionId) => ({ promotionId, reason: 'Wrong guest' }));
    const last = entry({ body: { declined: [one], applied: [{ key: 'p' }] } });
    const next = { ...entry(), body: { declined: [two], applied: [{ key: 'q' }] } };
    expect(coalesceBodies(last, next)).toMatchObject({ declined: [one, two], applied: [{ key: 'p' }, { key: 'q' }] });
    expect(coalesceBodies(last, { ...next, body: {} })).toMatchObject({ declined: [one] });
  });

  it('coalesces nothing with a sent entry, a payment, a print, or the work of another person or bill', () => {
    const update = next({ items: [] });
    expect(coalesceBodies(entry({ tries: 1 }), update)).toBeNull();
    expect(coalesceBodies(entry({ state: 'sending', tries: 1 }), update)).toBeNull();
    expect(coalesceBodies(entry({ kind: 'pay' }), update)).toBeNull();
    expect(coalesceBodies(entry({ body: { status: 'BillPrinted' } }), update)).toBeNull();
    expect(coalesceBodies(entry({ userId: 8 }), update)).toBeNull();
    expect(coalesceBodies(entry({ billKey: 'b' }), update)).toBeNull();
    expect(coalesceBodies(entry(), next({ status: 'BillPrinted', printJobKey: 'j' }))).toBeNull();
    expect(coalesceBodies(entry(), next({}, { kind: 'pay' }))).toBeNull();
    expect(coalesceBodies(entry(), update)).not.toBeNull();
  });
});

describe('retry policy of a failed call', () => {
  const own = (status: number, reason: string, message = 'No') => ({ message, details: '', code: status, reason });
  const policyFor = (status: number, body = own(status, 'refused')) =>
    retryPolicyFor(entry({ faults: 0 }), new CallError(status, body, '/x'), 0, 0);

  it('keeps everything when the server is unreachable, is starting, or asks to wait', () => {
    expect(retryPolicyFor(entry(), new TypeError('Failed to fetch'), 0, 0)).toEqual({ kind: 'away', waitMs: null });
    for (const status of [408, 429, 502, 503, 504]) expect(policyFor(status).kind).toBe('away');
    expect(retryPolicyFor(entry(), new CallError(429, own(429, 'rateLimited'), '/x', 3000), 0, 0)).toEqual({
      kind: 'away',
      waitMs: 3000,
    });
  });

  it('[R35.82] retries after a 4xx without the app’s own body, and after an answer of another program', () => {
    const between = { reason: 'notServer', message: 'The answer did not come from the Atoll server' };
    const waits = { kind: 'away', change: { faults: 1, reason: between, notBefore: 500 } };
    for (const status of [400, 401, 403, 404, 407, 409, 413, 429, 431]) {
      expect(retryPolicyFor(entry(), new CallError(status, null, '/x'), 0, 0)).toMatchObject(waits);
      expect(retryPolicyFor(entry(), new CallError(status, { message: 'No' }, '/x'), 0, 0)).toMatchObject(waits);
      expect(retryPolicyFor(entry(), new NotServerError(status), 0, 0)).toMatchObject(waits);
    }
    expect(retryPolicyFor(entry(), new NotServerError(429, 3000), 0, 0)).toMatchObject({ waitMs: 3000 });
  });

  it('[R31.35] waits where a server of an older release does not know a call, and asks nobody', () => {
    const unknown = own(404, 'notFound', 'Not found');
    expect(policyFor(404, unknown)).toMatchObject({ change: { state: 'rejected' } });
    learnRelease('0.1');
    expect(policyFor(404, unknown)).toMatchObject({ kind: 'entry', change: { state: 'queued', notBefore: 30_000 } });
    expect(policyFor(409)).toMatchObject({ change: { state: 'rejected' } });
    learnRelease(ownRelease);
    expect(policyFor(404, unknown)).toMatchObject({ change: { state: 'rejected' } });
  });

  it('waits for a sign-in on a 401', () => {
    expect(policyFor(401)).toEqual({ kind: 'sign-in' });
  });

  const fault = (part: Partial<OutboxEntry>, now: number) =>
    retryPolicyFor(entry(part), new CallError(500, own(500, 'fault'), '/x'), now, 1);

  it('[R35.5] never parks an entry because of server faults, and retries it at least every minute', () => {
    for (const faults of [0, 1, 4, 5, 30, 100, 5000]) {
      const verdict = fault({ faults }, 1000);
      expect(verdict).toMatchObject({ kind: 'entry', change: { faults: faults + 1, state: 'queued' } });
      const { notBefore = Number.POSITIVE_INFINITY } = verdict.kind === 'entry' ? verdict.change : {};
      expect(notBefore - 1000).toBeLessThanOrEqual(faults < 59 ? 4000 : 60_000);
    }
    const busy = new CallError(503, own(503, 'unavailable'), '/x', 3_600_000);
    expect(retryPolicyFor(entry(), busy, 0, 0)).toMatchObject({ kind: 'away', waitMs: 60_000, isServer: true });
  });

  it('[R35.5] marks an entry overdue after an hour of 500 answers, and goes on retrying it', () => {
    const hourMs = 3_600_000;
    const reason = own(500, 'fault');
    const after = (part: Partial<OutboxEntry>, now: number): OutboxEntry => {
      const verdict = fault(part, now);
      return entry({ ...part, ...(verdict.kind === 'entry' ? verdict.change : {}) });
    };
    const first = after({}, 1000);
    expect(first).toMatchObject({ failingSince: 1000, isOverdue: false });
    const early = after(first, hourMs);
    expect([needsAttention(early), isWaiting(early)]).toEqual([false, true]);
    const late = after(early, hourMs + 1000);
    expect([needsAttention(late), isWaiting(late)]).toEqual([true, true]);
    expect(due([late], [], late.notBefore)).toEqual([late.key]);
    // Another kind of failure, or a wrong clock, restarts the hour.
    expect(after({ reason: own(503, 'unavailable'), failingSince: 1000 }, 2 * hourMs).isOverdue).toBe(false);
    expect(after({ reason, failingSince: 9 * hourMs }, 2 * hourMs).failingSince).toBe(2 * hourMs);
  });

  it('[R35.5] lets other bills pass a customer at which the server fails, except those that name the customer', () => {
    const body = { key: 'c' };
    const customer = entry({ kind: 'customer.create', billKey: null, body });
    const cash = entry({ kind: 'shift.cash', billKey: null });
    const named = entry({ billKey: 'n', body: { customer: { key: 'c' } } });
    const other = entry({ billKey: 'o' });
    expect(due([customer, cash, named, other])).toEqual([customer.key]);
    const failing = { ...customer, failingSince: 1 };
    expect(due([failing, cash, named, other])).toEqual([failing.key, cash.key, other.key]);
  });

  it('[R35.6] distinguishes a server that cannot save from one entry that fails', () => {
    const failing = entry({ faults: 2, failingSince: 5000, reason: own(500, 'fault') });
    expect(isFailing([failing], Number.NEGATIVE_INFINITY)).toBe(true);
    expect(isFailing([{ ...failing, faults: 1 }], 0)).toBe(false);
    expect(isFailing([entry({ failingSince: 5000, reason: own(503, 'unavailable') })], 0)).toBe(true);
    // The server accepted another entry since: it can save.
    expect(isFailing([failing], 6000)).toBe(false);
    expect(isFailing([{ ...failing, state: 'rejected' }], 0)).toBe(false);
  });

  it('keeps a refusal with its reason, and blocks an entry that needs a shift', () => {
    expect(policyFor(409, own(409, 'billClosed', 'This bill is already paid'))).toMatchObject({
      change: { state: 'rejected', reason: { message: 'This bill is already paid' } },
    });
    expect(policyFor(409, own(409, 'noShiftActive', 'No Shift Active'))).toMatchObject({
      change: { state: 'held' },
    });
  });

  it('[R17.3] parks an entry that the sender may not send, and sends nothing of its bill before it', () => {
    for (const reason of ['forbidden', 'approvalNeeded', 'approvalInvalid', 'outletForbidden']) {
      const forbidden = retryPolicyFor(entry({ approval: 'used' }), new CallError(403, own(403, reason), '/x'), 0, 0);
      expect(forbidden).toMatchObject({ change: { state: 'parked', reason: { reason }, approval: undefined } });
    }
    const reason = { message: 'No', reason: 'forbidden' };
    const lines = entry({ state: 'parked', reason });
    expect(isForbidden(lines)).toBe(true);
    expect(due([lines, entry({ kind: 'pay' })])).toEqual([]);
    expect(resolutionsOf(lines, { isBillOpen: true, isShiftOpen: true })).toEqual(['askLeave']);
    const elsewhere = entry({ state: 'parked', reason: { ...reason, reason: 'outletForbidden' } });
    expect(resolutionsOf(elsewhere, { isBillOpen: true, isShiftOpen: true })).toEqual([]);
    expect(isForbidden(entry({ state: 'parked', reason: { message: 'Something went wrong' } }))).toBe(false);
    expect(isForbidden(entry({ reason }))).toBe(false);
  });

  it('offers to give back what was paid of a refused order, or to move its items to another bill', () => {
    const ways = (body: object) =>
      resolutionsOf(entry({ kind: 'order.create', billKey: null, state: 'rejected', body: { ...body } }), {
        isBillOpen: false,
        isShiftOpen: true,
      });
    expect([ways({ payments: [] }), ways({})]).toEqual([['giveBack'], ['otherBill', 'remove']]);
  });

  it('doubles the wait each time, with random shortening, never above 30 s', () => {
    expect([0, 1, 2, 9].map((times) => backOffMs(times, 1))).toEqual([500, 1000, 2000, 30_000]);
    expect(backOffMs(1, 0)).toBe(500);
  });
});

describe('rebasing queued entries', () => {
  const answer = (part: object = {}) => ({ key: 'a', version: 5, fieldVersions: {}, ...part });

  it('moves entries to the survivor’s key when the bill was merged', () => {
    const waiting = entry({ body: { key: 'a', id: 3, version: 2, items: [] } });
    const moved = rebaseEntry(waiting, entry(), answer({ key: 'b' }));
    expect(moved).toMatchObject({ billKey: 'b', body: { key: 'b', items: [] } });
    expect(moved?.body).not.toHaveProperty('version');
    expect(rebaseEntry(entry({ kind: 'void', body: { billId: 'a' } }), entry(), answer({ key: 'b' }))?.body).toEqual({
      billId: 'b',
    });
  });

  it('raises the base version after this device’s own write, so that the second change wins over the first', () => {
    const done = entry({ body: { changed: ['discountPercentage'] } });
    const waiting = entry({ body: { version: 2, changed: ['discountPercentage'] } });
    const fieldVersions = { discountPercentage: 5 };
    expect(rebaseEntry(waiting, done, answer({ fieldVersions }))?.body['version']).toBe(5);
    expect(rebaseEntry(waiting, entry({ kind: 'create', body: {} }), answer({ fieldVersions }))?.body['version']).toBe(
      5,
    );
  });

  it('keeps the older version when another device wrote the field in the meantime', () => {
    const done = entry({ body: { changed: ['note'] } });
    const waiting = entry({ body: { version: 2, changed: ['discountPercentage'] } });
    expect(rebaseEntry(waiting, done, answer({ fieldVersions: { discountPercentage: 4 } }))).toBeNull();
  });
});

describe('unsynced amount', () => {
  const line = (key: string, part: object = {}) => ({
    key,
    id: null,
    qty: 1,
    sellingPrice: 5000,
    modifiers: [],
    discount: null,
    isVoid: false,
    ...part,
  });

  it('counts for a bill the ordered amount once, or the paid amount when it is larger', () => {
    const ordered = entry({ kind: 'create', body: { items: [line('x'), line('y', { qty: 2 })] } });
    const again = entry({ body: { items: [line('x')] } });
    expect(unsyncedAmount([ordered, again])).toBe(15_000);
    const paid = entry({ kind: 'pay', body: { payments: [{ amount: 17_820 }] } });
    expect(unsyncedAmount([ordered, again, paid])).toBe(17_820);
    const other = entry({ billKey: 'b', body: { items: [line('z')] } });
    const cash = entry({ kind: 'shift.cash', billKey: null, body: { amount: 2000 } });
    expect(unsyncedAmount([ordered, paid, other, cash])).toBe(24_820);
  });

  it('counts no item that the server knows or that is void, and returns when the oldest entry was made', () => {
    const known = entry({ body: { items: [line('x', { id: 7 }), line('y', { isVoid: true })] } });
    expect(unsyncedAmount([known])).toBe(0);
    expect(waitingSince([])).toBeNull();
    const older = entry({ madeAt: '2025-12-31T23:00:00.000Z' });
    expect(waitingSince([known, older])).toBe(older.madeAt);
  });
});

describe('entries of an earlier version', () => {
  it('[R35.5] sends an entry again that release 0.1.0 stopped sending after five server faults', () => {
    const failed = entry({ state: 'parked', faults: 5, reason: { message: 'Something went wrong', reason: 'fault' } });
    expect(upgradedEntry(failed)).toMatchObject({ state: 'queued', faults: 0, notBefore: 0, seq: failed.seq });
    const forbidden = entry({ state: 'parked', reason: { message: 'No', reason: 'forbidden' } });
    expect(upgradedEntry(forbidden)).toBe(forbidden);
  });

  it('reads entries of an earlier version: the slot comes from the body, a payment has none', () => {
    const { format: _format, about: _about, ...first } = entry({ body: { type: 'Table', slot: '3', items: [] } });
    expect(upgradedEntry(first)).toEqual({
      ...first,
      format: entryFormat,
      about: { type: 'Table', slot: '3', number: null },
    });
    expect(upgradedEntry({ ...first, kind: 'pay', body: { payments: [] } }).about).toBeNull();
    const now = entry();
    expect(upgradedEntry(now)).toBe(now);
  });

  it('waits for the till that has the bill after a restore, and is refused when no till sends it', () => {
    const gone = new CallError(404, { message: 'Not found', reason: 'notFound', code: 404 }, '/x');
    const again = (tries: number) => retryPolicyFor(entry({ again: true, tries }), gone, 1000, 0);
    expect(again(1)).toMatchObject({ change: { state: 'queued', notBefore: 6000 } });
    expect(again(60)).toMatchObject({ change: { state: 'rejected' } });
    expect(retryPolicyFor(entry({ tries: 1 }), gone, 1000, 0)).toMatchObject({ change: { state: 'rejected' } });
  });
});
