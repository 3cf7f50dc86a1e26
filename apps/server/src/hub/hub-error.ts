/** An error whose message the client may see. Messages of all others stay in the log. */
export class HubError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HubError';
  }
}
