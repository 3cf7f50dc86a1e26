/** The user behind a connection, for one outlet. */
export interface HubIdentity {
  readonly userId: number;
  readonly sessionId: string;
  readonly name: string;
  readonly outletId: number;
  /** Epoch ms. The connection ends then; the client reconnects with a new ticket. */
  readonly expiresAt: number;
}

/** What a client sends: a one-use ticket, or the access token of a native client, with the outlet that it asks for. */
export interface HubCredentials {
  readonly ticket?: string;
  readonly bearer?: string;
  readonly outletId?: number;
}
