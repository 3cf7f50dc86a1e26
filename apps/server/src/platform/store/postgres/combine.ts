/**
 * Combines several writes into one statement, because a round trip to PostgreSQL costs more than most writes do: `with
 * w1 as (insert …), w2 as (insert …) update …`. All of its parts see the tables as they were before, and run to their
 * end.
 */
import type { CompiledQuery } from 'kysely';
import { isPreparedText, keepPrepared } from '../prepared.ts';

interface Shape {
  readonly table: string;
  /** True for an insert that affects no other row: one statement may have any number of them. */
  readonly isPlainInsert: boolean;
}

export type Write = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** A statement, and the writes that it is made of. */
interface Combined<W extends Write> extends Write {
  readonly writes: readonly W[];
}

/** More combinations than this are not worth a compiled statement each. */
const maxCombinations = 200;

const shapes = new Map<string, Shape | null>();
const combinations = new Map<string, string>();

function shapeOf(text: string): Shape | null {
  let shape = shapes.get(text);
  if (shape === undefined) {
    const table = isPreparedText(text) ? /^(?:insert into|update|delete from) "(\w+)"/.exec(text)?.[1] : undefined;
    const isPlainInsert = text.startsWith('insert') && !text.includes(' on conflict ');
    shape = table === undefined ? null : { table, isPlainInsert };
    shapes.set(text, shape);
  }
  return shape;
}

/**
 * Returns statements with the same effect, in order: neighbours are combined as long as no two of them change the same
 * table, except plain inserts. A statement that is not prepared stays alone.
 */
export function combine<W extends Write>(writes: readonly W[]): Combined<W>[] {
  const statements: Combined<W>[] = [];
  let run: W[] = [];
  let tables = new Map<string, boolean>();
  const end = (): void => {
    if (run.length > 0) statements.push(...joined(run));
    run = [];
    tables = new Map();
  };
  for (const write of writes) {
    const shape = shapeOf(write.sql);
    const before = shape === null ? undefined : tables.get(shape.table);
    if (shape === null || (before !== undefined && !(before && shape.isPlainInsert))) end();
    if (shape === null) {
      statements.push(alone(write));
      continue;
    }
    run.push(write);
    tables.set(shape.table, shape.isPlainInsert);
  }
  end();
  return statements;
}

const alone = <W extends Write>(write: W): Combined<W> => ({
  sql: write.sql,
  parameters: write.parameters,
  writes: [write],
});

function joined<W extends Write>(writes: readonly W[]): readonly Combined<W>[] {
  if (writes.length === 1) return writes.map(alone);
  const key = writes.map(({ sql }) => sql).join('\n');
  let text = combinations.get(key);
  if (text === undefined) {
    if (combinations.size >= maxCombinations) return writes.map(alone);
    text = combinedText(writes);
    combinations.set(key, text);
    keepPrepared(text);
  }
  return [{ sql: text, parameters: writes.flatMap(({ parameters }) => parameters), writes }];
}

function combinedText(writes: readonly Write[]): string {
  let given = 0;
  const parts = writes.map(({ sql, parameters }) => {
    const from = given;
    given += parameters.length;
    return sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + from}`);
  });
  const last = parts.pop() ?? '';
  return `with ${parts.map((part, i) => `w${i + 1} as (${part})`).join(', ')} ${last}`;
}
