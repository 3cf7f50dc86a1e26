/**
 * Statements that are written in Kysely, compiled once for each engine and then run with values, because building a
 * statement costs more than running it. `p('name')` is a placeholder for a value that each run gives.
 */
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RootOperationNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema/schema.ts';

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Builds statements for an engine without a connection. */
const builders: Record<Engine, Kysely<Database>> = {
  sqlite: new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

interface Compiled {
  readonly sql: string;
  readonly slots: readonly unknown[];
  readonly query: RootOperationNode;
  readonly queryId: CompiledQuery['queryId'];
}

/** A statement whose text is built once; `P` are the values of a run, `R` a row of the result. */
export class Prepared<P extends object, R> {
  readonly #build: (db: Kysely<Database>, engine: Engine) => Compilable<R>;
  readonly #compiled: Partial<Record<Engine, Compiled>> = {};

  constructor(build: (db: Kysely<Database>, engine: Engine) => Compilable<R>) {
    this.#build = build;
  }

  /** Returns the statement for an engine with the values of a run. */
  with(engine: Engine, params: P): CompiledQuery<R> {
    const { sql, slots, query, queryId } = (this.#compiled[engine] ??= this.#compile(engine));
    const values = params as Record<string, unknown>;
    const parameters = slots.map((slot) => (slot instanceof Placeholder ? values[slot.name] : slot));
    return { sql, parameters, query, queryId } as CompiledQuery<R>;
  }

  #compile(engine: Engine): Compiled {
    const { sql, parameters, query, queryId } = this.#build(builders[engine], engine).compile();
    preparedTexts.add(sql);
    return { sql, slots: parameters, query, queryId };
  }
}

const preparedTexts = new Set<string>();

/** Returns whether a statement's text was compiled once: only these are worth a named statement on the server. */
export function isPreparedText(sql: string): boolean {
  return preparedTexts.has(sql);
}

/** Registers a text that was combined from such statements. */
export function keepPrepared(sql: string): void {
  preparedTexts.add(sql);
}

/** Declares a statement that is compiled once: `prepared<{ id: number }>()((db, p) => db.selectFrom('bill').where('id', '=', p('id')))`. */
export function prepared<P extends object>() {
  return <R>(
    build: (db: Kysely<Database>, p: <K extends keyof P & string>(name: K) => P[K], engine: Engine) => Compilable<R>,
  ): Prepared<P, R> =>
    new Prepared<P, R>((db, engine) =>
      build(db, <K extends keyof P & string>(name: K) => new Placeholder(name) as unknown as P[K], engine),
    );
}
