import type { HubAction, HubEntity, SyncMessage } from '@atoll/domain/contract/platform/hub';

/** A committed change of an outlet, as the store reports it. `origin`: the connection that made it. */
export interface HubEvent {
  readonly outlet: number;
  readonly seq: number;
  readonly entity: HubEntity;
  readonly id: number | null;
  readonly version: number;
  readonly action: HubAction;
  readonly origin?: string;
  readonly trace?: string;
}

/** Returns the message about a change for the outlet's tills. */
export function toSync(event: HubEvent): SyncMessage {
  return {
    billId: event.entity === 'Bill' ? event.id : null,
    action: event.action,
    message: syncText(event.entity, event.action),
    type: event.entity,
    outlet: event.outlet,
    version: event.version,
    seq: event.seq,
    origin: event.origin ?? null,
    ...(event.trace !== undefined && { trace: event.trace }),
  };
}

/** Returns a text such as 'Bill updated' or 'Shift created'. */
export function syncText(entity: HubEntity, action: HubAction): string {
  return `${entity} ${action.toLowerCase()}`;
}
