/** Who calls: what the access token says, and what the route made of the headers. */

/** A signed-in person as their access token names them. */
export interface Identity {
  readonly userId: number;
  readonly sessionId: string;
  readonly name: string;
  readonly role: string;
  readonly outlets: readonly number[];
  readonly permissions: ReadonlySet<string>;
  /** Actions that they may do on somebody's approval. */
  readonly approvable: ReadonlySet<string>;
  /** Up to where they may do an action alone. */
  readonly limits: Readonly<Record<string, number>>;
  /** Grows when what they may do is changed. */
  readonly accessVersion: number;
}

export interface Actor {
  readonly userId: number;
  readonly sessionId: string;
  readonly name: string;
  readonly role: string;
  /** The outlet that is worked in; 0 where the endpoint needs none. */
  readonly outletId: number;
  readonly outlets: readonly number[];
  readonly permissions: ReadonlySet<string>;
  readonly approvable: ReadonlySet<string>;
  readonly limits: Readonly<Record<string, number>>;
  /** `X-Approval`: the key of an approval for this command. */
  readonly approvalKey?: string | undefined;
  /** `X-Made-By`: who did on this device what the caller now sends, when that was somebody else. */
  readonly madeBy?: number | undefined;
  /** Who sent it, when `userId` is its maker and somebody else. */
  readonly sentBy?: number | undefined;
  /** The maker may not do this any more. What they did while they might is accepted from somebody who may, and flagged. */
  readonly isRevoked?: true;
  /** The rule does not let them in; their `approvalKey` has to. Never seen by a handler. */
  readonly isUnadmitted?: true;
  /** The approval by whose leave they send what waited on their till. */
  readonly sendApproval?: string;
  /** `X-Device-Id`, else the session. */
  readonly deviceId: string;
  /** The caller's hub connection, which is not told of its own change. */
  readonly connectionId: string | undefined;
}

/** Tells who an access token belongs to; throws the refusal 'notSignedIn' or 'sessionEnded'. Known tokens are answered at once. */
export interface Gate {
  identify(token: string): Identity | Promise<Identity>;
}

const short = /^[\w.:-]{1,100}$/;

/** Answers the actor of a request; headers that make no sense count as absent. */
export function actorOf(
  identity: Identity,
  outletId: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Actor {
  const device = headers['x-device-id'];
  const connection = headers['x-connection-id'];
  const approval = headers['x-approval'];
  const madeBy = Number(headers['x-made-by']);
  return {
    userId: identity.userId,
    sessionId: identity.sessionId,
    name: identity.name,
    role: identity.role,
    outletId,
    outlets: identity.outlets,
    permissions: identity.permissions,
    approvable: identity.approvable,
    limits: identity.limits,
    approvalKey: typeof approval === 'string' && short.test(approval) ? approval : undefined,
    madeBy: Number.isSafeInteger(madeBy) && madeBy > 0 && madeBy !== identity.userId ? madeBy : undefined,
    deviceId: typeof device === 'string' && short.test(device) ? device : identity.sessionId,
    connectionId: typeof connection === 'string' && short.test(connection) ? connection : undefined,
  };
}
