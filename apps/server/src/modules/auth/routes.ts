/** API calls to sign in, stay signed in and sign out. */
import * as contract from '@atoll/domain/contract/people/auth';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { registerOwnDevices } from './device/device-routes.ts';
import { registerSecondFactor } from './factor/routes.ts';
import { type DeviceLinks, registerJoin } from './join/routes.ts';
import type { Auth } from './service.ts';
import { signedKey } from './session/device-key.ts';
import { deviceOf } from './session/device-of.ts';
import type { Caller } from './session/session.ts';

/** Returns who calls about a session. */
const callerOf = (
  { key }: Endpoint,
  { proof, page, marksWork }: Partial<Pick<Caller, 'proof' | 'page' | 'marksWork'>>,
  request: FastifyRequest,
): Caller => ({ endpoint: key, device: deviceOf(request), proof, page, marksWork });

/** Registers the calls of auth. */
export function registerAuth(app: FastifyInstance, services: Services, auth: Auth, links: DeviceLinks): void {
  const { login, refresh, lock, unlock, logout } = contract;
  route(app, login, ({ body: { email, password, code, proof, page, marksWork, signInKey }, request }) => {
    const key = signedKey(proof, login.key, email) ?? '';
    const device = { ...deviceOf(request), key, keepsPage: page !== undefined, marksWork };
    const isGone = () => request.raw.socket.destroyed;
    return auth.login.login(email, password, device, { code, signInKey, isGone });
  });
  route(app, refresh, ({ body: { refreshToken, ...given }, request }) =>
    auth.login.refresh(refreshToken, callerOf(refresh, given, request)),
  );
  route(app, lock, ({ body: { refreshToken, proof, waiting = [], marks = [] }, request }) =>
    auth.sessions.lock(refreshToken, callerOf(lock, { proof }, request), { names: waiting, marks }),
  );
  route(app, unlock, ({ body: { refreshToken, passcode, ...given }, request }) =>
    auth.login.unlock(refreshToken, callerOf(unlock, given, request), passcode),
  );
  route(app, logout, ({ body: { refreshToken, proof }, request }) =>
    auth.sessions.endOfToken(refreshToken, callerOf(logout, { proof }, request)),
  );
  route(app, contract.requestReset, ({ body, request }) => auth.reset.request(body.email, request.ip));
  route(app, contract.reset, ({ body, request }) => auth.reset.choose(body.token, body.newPassword, request.ip));
  route(app, contract.hubTicket, async ({ actor }) => ({ ticket: await auth.tickets.issue(actor) }));
  registerOwnDevices(app, services, auth);
  registerSecondFactor(app, services, auth);
  registerJoin(app, auth, links);
}
