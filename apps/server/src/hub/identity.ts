/** Who is behind a connection, for one outlet. */
export interface HubIdentity {
  readonly userId: number;
  readonly sessionId: string;
  readonly name: string;
  readonly outletId: number;
  /** Epoch ms. The connection ends then; the client comes back when it is given a new ticket. */
  readonly expiresAt: number;
}

/** What a client shows: a one-use ticket, or the access token of a native client, with the outlet it asks for. */
export interface HubCredentials {
  readonly ticket?: string;
  readonly bearer?: string;
  readonly outletId?: number;
}
