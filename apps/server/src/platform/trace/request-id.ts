/** The id of each request: in the answer, in the log, and in a message about a fault. Source: R34.21. */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

export const requestIdHeader = 'x-request-id';

/** Letters and digits with a few signs: nothing that a log, a terminal or a page could take for more than a name. */
const pattern = /^[\w.:=+/-]{1,128}$/;

/** Returns what gives each request its id: that of a trusted proxy, or a new one. */
export function requestIds(trustProxy: string | undefined): (request: IncomingMessage) => string {
  const isTrusted = trustProxy
    ? proxyAddress.compile(trustProxy.split(',').map((address) => address.trim()))
    : () => false;
  const start = Date.now().toString(36);
  let requests = 0;
  return ({ headers, socket }) => {
    const sent = headers[requestIdHeader];
    if (typeof sent === 'string' && pattern.test(sent) && isTrusted(socket.remoteAddress ?? '', 0)) return sent;
    return `${start}-${(requests++).toString(36)}`;
  };
}
