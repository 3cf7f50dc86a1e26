/** The server's time, sent with every response of the API: a till whose clock is wrong uses it. Source: R35.84. */

/** Epoch ms when the server started to handle the request. */
export const serverTimeHeader = 'x-server-time';
