/** The server's time, on every answer of the API: a till whose clock is wrong goes by it. Source: R35.84. */

/** Epoch ms when the server began with the call. */
export const serverTimeHeader = 'x-server-time';
