/** API calls to make a code for a new device, and to sign in with it. Source: R31.49. */
import * as contract from '@atoll/domain/contract/people/join';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { Auth } from '../service.ts';
import { signedKey } from '../session/device-key.ts';
import { deviceOf } from '../session/device-of.ts';

/** What other devices open: the app, and the page where they come to trust the shop; null where there is nothing to trust. */
export interface DeviceLinks {
  readonly origin: (request: FastifyRequest) => string;
  readonly hello: () => string | null;
  /** Returns a QR code as SVG. */
  readonly codeOf: (text: string) => Promise<string>;
}

/** Registers the calls. */
export function registerJoin(app: FastifyInstance, { joins }: Pick<Auth, 'joins'>, links: DeviceLinks): void {
  const qr = async (url: string) => ({ url, svg: await links.codeOf(url) });
  route(app, contract.makeJoinCode, async ({ actor, body, request }) => {
    const { code, expiresAt } = await joins.make(actor, body.key);
    const hello = links.hello();
    return {
      // The fragment is sent to no server, and stands in no log.
      join: await qr(`${links.origin(request)}/join#${code}`),
      trust: hello ? await qr(hello) : null,
      expiresAt: new Date(expiresAt).toISOString(),
    };
  });
  route(app, contract.join, ({ body: { code, passcode, proof, page, marksWork, signInKey }, request }) => {
    const key = signedKey(proof, contract.join.key, contract.joinSubject) ?? '';
    const device = { ...deviceOf(request), key, keepsPage: page !== undefined, marksWork };
    return joins.join({ code, passcode, signInKey }, device);
  });
}
