import { expect, it, vi } from 'vitest';

// Only so many combinations are kept, and other tests may have used them up.
vi.resetModules();
const { prepared } = await import('../prepared.ts');
const { combine } = await import('./combine.ts');

const change = prepared<{ outlet: number; seq: number }>()((db, p) =>
  db.insertInto('change_log').values({ outlet_id: p('outlet'), seq: p('seq') } as never),
);
const head = prepared<{ outlet: number; seq: number }>()((db, p) =>
  db
    .updateTable('outlet_cursor')
    .set({ seq: p('seq') })
    .where('outlet_id', '=', p('outlet')),
);
const bill = prepared<{ id: number; slot: number }>()((db, p) =>
  db
    .updateTable('bill')
    .set({ slot: p('slot') })
    .where('id', '=', p('id')),
);

it('combines neighbouring writes of different tables into one statement, each value in its place', () => {
  const [one, ...others] = combine([
    change.with('postgres', { outlet: 1, seq: 7 }),
    head.with('postgres', { outlet: 1, seq: 8 }),
  ]);
  expect(others).toEqual([]);
  expect(one?.parameters).toEqual([1, 7, 8, 1]);
  expect(one?.sql).toBe(
    'with w1 as (insert into "change_log" ("outlet_id", "seq") values ($1, $2)) update "outlet_cursor" set "seq" = $3 where "outlet_id" = $4',
  );
});

it('combines any number of plain inserts of a table into one statement', () => {
  const rows = [1, 2, 3].map((seq) => change.with('postgres', { outlet: 1, seq }));
  expect(combine(rows).map(({ parameters }) => parameters)).toEqual([[1, 1, 1, 2, 1, 3]]);
});

it('starts a new statement for a second change of one table, so that it sees the first', () => {
  const moved = [bill.with('postgres', { id: 1, slot: 2 }), bill.with('postgres', { id: 2, slot: 1 })];
  expect(combine(moved)).toHaveLength(2);
  expect(combine([...moved, change.with('postgres', { outlet: 1, seq: 1 })])).toHaveLength(2);
});

it('leaves a statement that is not prepared alone, and keeps the order around it', () => {
  const loose = { sql: 'update "bill" set "slot" = 1', parameters: [] };
  const both = [change.with('postgres', { outlet: 1, seq: 1 }), loose, head.with('postgres', { outlet: 1, seq: 2 })];
  expect(combine(both).map(({ sql }) => sql.slice(0, 10))).toEqual(['insert int', 'update "bi', 'update "ou']);
});
