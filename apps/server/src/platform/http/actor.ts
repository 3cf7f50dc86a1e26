/** The caller of a request: from the access token and the headers. */

/** A signed-in person as their access token names them. */
export interface Identity {
  readonly userId: number;
  readonly sessionId: string;
  readonly name: string;
  readonly role: string;
  readonly outlets: readonly number[];
  readonly permissions: ReadonlySet<string>;
  /** Actions that they may do with somebody's approval. */
  readonly approvable: ReadonlySet<string>;
  /** Limits up to which they may do an action alone. */
  readonly limits: Readonly<Record<string, number>>;
  /** Grows when their permissions change. */
  readonly accessVersion: number;
  /** Grows when the session is locked or unlocked. */
  readonly lockVersion: number;
  /** The device on which the session was opened; absent or '' for a caller without a device id. */
  readonly deviceId?: string;
  /** The names of the only writes that a locked session may make; absent for an open one. */
  readonly sendNames?: ReadonlySet<string>;
}

/** The device that saved work to a file, with its public key and signature; both '' for a device without a key. */
export interface SavedOn {
  readonly device: string;
  readonly key: string;
  readonly signature: string;
}

export interface Actor {
  readonly userId: number;
  readonly sessionId: string;
  readonly name: string;
  readonly role: string;
  /** The outlet of the call; 0 where the endpoint needs none. */
  readonly outletId: number;
  readonly outlets: readonly number[];
  readonly permissions: ReadonlySet<string>;
  readonly approvable: ReadonlySet<string>;
  readonly limits: Readonly<Record<string, number>>;
  /** `X-Approval`: the key of an approval for this command; several, with commas, when it needs several. */
  readonly approvalKey?: string | undefined;
  /** `X-Made-By`: the user who did on this device what the caller now sends, when that is somebody else. */
  readonly authorId?: number | undefined;
  /** `X-Made-At`: when they did it, in epoch ms; absent from tills of an earlier release. */
  readonly authoredAt?: number | undefined;
  /** `X-Made-On`: the device that saved the work of the call to a file, when it comes from one (R31.18). */
  readonly madeOn?: SavedOn | undefined;
  /** Who sent the call, when `userId` is its author and somebody else. */
  readonly sentBy?: number | undefined;
  /**
   * True when the author lacks the permission by now. What they did while they had it is accepted from a permitted
   * sender, and flagged.
   */
  readonly isRevoked?: true;
  /** True when the rule does not admit the caller, so that their `approvalKey` must. Handlers never see it. */
  readonly isUnadmitted?: true;
  /** The names of the only writes that a locked session may make; absent for an open one. */
  readonly sendNames?: ReadonlySet<string>;
  /** The approval that permits the caller to send what waited on their till. */
  readonly sendApproval?: string;
  /** Which of the entries of `sendApproval` the call is. */
  readonly sendEntry?: string;
  /** The device of the session; for a session without one `X-Device-Id`, otherwise the session. */
  readonly deviceId: string;
  /** The device of the session, otherwise the session: what a header says is not believed (R36.11). Absent outside of requests. */
  readonly sessionDevice?: string;
  /** The caller's hub connection, which gets no message about its own change. */
  readonly connectionId: string | undefined;
}

/** Returns the device whose absence, calls and prints decide what is believed of a caller. Source: docs/rules.md#device-time. */
export const provenDevice = ({ deviceId, sessionDevice }: Pick<Actor, 'deviceId' | 'sessionDevice'>): string =>
  sessionDevice ?? deviceId;

/**
 * Returns who an access token belongs to; throws the refusal 'notSignedIn', 'sessionEnded' or 'locked'. For known tokens it
 * returns at once.
 */
export interface Gate {
  identify(token: string): Identity | Promise<Identity>;
  /** Returns the outlet that another one is the practice of; 0 for any other outlet. For a known one it returns at once. */
  practiceOf(outletId: number): number | Promise<number>;
}

/** What an approval to send waiting work gives to one call: the permissions and limits of the approver. */
export interface SendRights {
  readonly permissions: ReadonlySet<string>;
  readonly limits: Readonly<Record<string, number>>;
  readonly approvalKey: string;
  /** Which of the entries that the approver saw the call is. */
  readonly entry: string;
}

const short = /^[\w.:-]{1,100}$/;
/** Keys, or approvals that a till signed without the server, with commas between them. */
const approvalPattern = /^[\w.:,-]{1,600}$/;

/** A device alone, or with its public key and a signature of it. */
const savedOnPattern = /^([\w.:-]{1,100})(?:,([\w-]{100,200}),([\w-]{80,100}))?$/;

function savedOnOf(header: string | string[] | undefined): SavedOn | undefined {
  const [, device, key = '', signature = ''] = savedOnPattern.exec(String(header)) ?? [];
  return header === undefined || device === undefined ? undefined : { device, key, signature };
}

/** Returns the actor of a request; invalid headers are ignored. */
export function actorOf(
  identity: Identity,
  outletId: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Actor {
  const device = headers['x-device-id'];
  const connection = headers['x-connection-id'];
  const approval = headers['x-approval'];
  const authorId = Number(headers['x-made-by']);
  const authoredAt = Date.parse(String(headers['x-made-at']));
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
    ...(identity.sendNames && { sendNames: identity.sendNames }),
    approvalKey: typeof approval === 'string' && approvalPattern.test(approval) ? approval : undefined,
    authorId: Number.isSafeInteger(authorId) && authorId > 0 && authorId !== identity.userId ? authorId : undefined,
    authoredAt: Number.isNaN(authoredAt) ? undefined : authoredAt,
    madeOn: savedOnOf(headers['x-made-on']),
    deviceId: identity.deviceId || (typeof device === 'string' && short.test(device) ? device : identity.sessionId),
    sessionDevice: identity.deviceId || identity.sessionId,
    connectionId: typeof connection === 'string' && short.test(connection) ? connection : undefined,
  };
}
