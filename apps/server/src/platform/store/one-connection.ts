/** A Kysely driver for one connection that was opened elsewhere. */
import type { DatabaseConnection, Driver } from 'kysely';

/** A driver that always returns the same connection; the store decides where a transaction starts and ends. */
export class OneConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('This already runs in a transaction of the store');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
