import type { BulkRow, ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { expect, it } from 'vitest';
import { isDone, undoOf } from './undo.ts';

const record = (id: number, version: number, more: object = {}): ResourceRecord => ({
  id,
  key: `key-${id}`,
  version,
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdByName: '',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const row = (before: ResourceRecord, after: ResourceRecord | null, error: string | null = null): BulkRow => ({
  id: before.id,
  name: 'Coral Foods',
  before,
  after,
  error,
});

it('[R35.53] undoes an edit by the old values and the version that it left, and leaves refused rows alone', () => {
  const rows = [
    row(record(1, 3, { termsDays: 30, name: 'A' }), record(1, 4, { termsDays: 7, name: 'A' })),
    row(record(2, 1, { termsDays: 7 }), record(2, 1, { termsDays: 7 })),
    row(record(3, 1), null, 'In use'),
  ];
  expect(undoOf(rows, ['termsDays'])).toEqual([{ id: 1, version: 4, termsDays: 30 }]);
  expect(rows.map(isDone)).toEqual([true, false, false]);
});

it('[R35.53] undoes a deactivation by activating, and a copy by deactivating it', () => {
  const gone = row(record(1, 3), record(1, 4, { isActive: false }));
  const copied = row(record(2, 5), record(9, 1));
  expect(undoOf([gone, copied], [])).toEqual([
    { id: 1, version: 4, isActive: true },
    { id: 9, version: 1, isActive: false },
  ]);
});
