/** An error whose words the client may see. Any other stays in the log. */
export class HubError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HubError';
  }
}
