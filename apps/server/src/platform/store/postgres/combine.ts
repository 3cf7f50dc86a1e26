/**
 * Several writes as one statement, because what a statement costs on its way to PostgreSQL and back is more than what most writes
 * cost there: `with w1 as (insert …), w2 as (insert …) update …`. All of it sees the table as it was before, and runs to its end.
 */
import type { CompiledQuery } from 'kysely';
import { isPreparedText, keepPrepared } from '../prepared.ts';

interface Shape {
  readonly table: string;
  /** An insert that meets no other row: any number of them may stand in one statement. */
  readonly isPlainInsert: boolean;
}

export type Write = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** More combinations than this are not worth a compiled statement each. */
const mostCombinations = 200;

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
 * Answers the statements that write the same, in order: neighbours become one as long as no two of them touch the same table, plain
 * inserts apart. A statement that was not compiled once stays alone.
 */
export function combine(writes: readonly Write[]): Write[] {
  const statements: Write[] = [];
  let run: Write[] = [];
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
      statements.push(write);
      continue;
    }
    run.push(write);
    tables.set(shape.table, shape.isPlainInsert);
  }
  end();
  return statements;
}

function joined(writes: readonly Write[]): readonly Write[] {
  if (writes.length === 1) return writes;
  const key = writes.map(({ sql }) => sql).join('\n');
  let text = combinations.get(key);
  if (text === undefined) {
    if (combinations.size >= mostCombinations) return writes;
    text = combinedText(writes);
    combinations.set(key, text);
    keepPrepared(text);
  }
  return [{ sql: text, parameters: writes.flatMap(({ parameters }) => parameters) }];
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
