/** What a module adds to the writes of its entity, at five points. */
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import type { Actor } from '../platform/http/actor.ts';
import type { OutletTx } from '../platform/store/store.ts';
import type { Values } from './row.ts';

export type WriteAction = 'Created' | 'Updated' | 'Deactivated' | 'Restored';

/** A write that the definition accepts. */
export interface ResourceWrite {
  readonly definition: ResourceDefinition;
  readonly actor: Actor;
  readonly action: WriteAction;
  readonly id: number;
  readonly key: string;
  readonly version: number;
  /** Null when the record is created. */
  readonly before: Values | null;
  readonly after: Values;
  /** Keys of the fields that change. */
  readonly changed: readonly string[];
}

export interface ResourceHooks {
  /** Returns values of a new record for fields that were not sent, beside the initial ones of the definition. */
  initial?(tx: OutletTx, sent: Values): Promise<Values>;
  /** Throws a refusal when the user may not do this, beyond what the definition checks. */
  authorize?(write: ResourceWrite): void;
  /** Loads and refuses; it writes nothing. Values that it returns are written instead of those that were sent. */
  beforeWrite?(tx: OutletTx, write: ResourceWrite): Promise<Values | undefined>;
  /** Writes what follows from the write, in the same transaction. */
  afterWrite?(tx: OutletTx, write: ResourceWrite): Promise<void>;
  /** Writes what follows from a record that a person created as the only one: neither imported nor copied. */
  afterNew?(tx: OutletTx, write: ResourceWrite): Promise<void>;
}

/** An entity with what its module adds. */
export interface Resource {
  readonly definition: ResourceDefinition;
  readonly hooks: ResourceHooks;
}
