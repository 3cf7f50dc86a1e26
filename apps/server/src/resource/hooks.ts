/** What a module adds to the writes of its entity: three places, no more. */
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import type { Actor } from '../platform/http/actor.ts';
import type { OutletTx } from '../platform/store/store.ts';
import type { Values } from './row.ts';

export type WriteAction = 'Created' | 'Updated' | 'Deactivated' | 'Restored';

/** A write that was found right by the definition. */
export interface ResourceWrite {
  readonly definition: ResourceDefinition;
  readonly actor: Actor;
  readonly action: WriteAction;
  readonly id: number;
  readonly key: string;
  readonly version: number;
  /** Null when it is made. */
  readonly before: Values | null;
  readonly after: Values;
  /** Keys of fields that are otherwise than before. */
  readonly changed: readonly string[];
}

export interface ResourceHooks {
  /** Refuses who may not, beyond what the definition asks. */
  authorize?(write: ResourceWrite): void;
  /** Loads and refuses; it writes nothing. Values that it answers are written instead of what was sent. */
  beforeWrite?(tx: OutletTx, write: ResourceWrite): Promise<Values | undefined>;
  /** Writes what follows from it, in the same transaction. */
  afterWrite?(tx: OutletTx, write: ResourceWrite): Promise<void>;
}

/** An entity with what its module adds. */
export interface Resource {
  readonly definition: ResourceDefinition;
  readonly hooks: ResourceHooks;
}
