/** A print job, and who hands or claims it. */
import type * as contract from '@atoll/domain/contract/bill/print-station';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { Actor } from '../../platform/http/actor.ts';
import type { BillActor } from '../bill/service.ts';

/** `deviceId`: the device of the session, not of a header. `deviceKey`: the public key that it proved to have; '' without one. */
export type StationActor = BillActor & Pick<Actor, 'sessionId'> & { readonly deviceKey: string };

/** The request that a station posts to its print server. */
export type JobBody = BodyOf<typeof contract.handJob>;
