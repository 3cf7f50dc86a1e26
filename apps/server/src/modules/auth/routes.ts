/** API calls to sign in, stay signed in and sign out. */
import * as contract from '@atoll/domain/contract/people/auth';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { registerOwnDevices } from './device/device-routes.ts';
import { registerSecondFactor } from './factor/routes.ts';
import type { Auth } from './service.ts';
import type { Device } from './session/session-queries.ts';

function headerText(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.slice(0, 100) : '';
}

const deviceOf = (request: FastifyRequest): Device => ({
  id: headerText(request, 'x-device-id'),
  name: headerText(request, 'user-agent'),
  ip: request.ip,
});

/** Registers the calls of auth. */
export function registerAuth(app: FastifyInstance, services: Services, auth: Auth): void {
  route(app, contract.login, ({ body, request }) =>
    auth.login.login(body.email, body.password, deviceOf(request), body.code),
  );
  route(app, contract.refresh, ({ body }) => auth.login.refresh(body.refreshToken));
  route(app, contract.lock, ({ body }) => auth.sessions.lock(body.refreshToken, body.waiting ?? []));
  route(app, contract.unlock, ({ body }) => auth.login.unlock(body.refreshToken, body.passcode));
  route(app, contract.logout, ({ body }) => auth.sessions.endOfToken(body.refreshToken));
  route(app, contract.requestReset, ({ body, request }) => auth.reset.request(body.email, request.ip));
  route(app, contract.reset, ({ body, request }) => auth.reset.choose(body.token, body.newPassword, request.ip));
  route(app, contract.hubTicket, async ({ actor }) => ({ ticket: await auth.tickets.issue(actor) }));
  registerOwnDevices(app, services, auth);
  registerSecondFactor(app, services, auth);
}
