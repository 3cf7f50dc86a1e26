/** The device of a call, as it describes itself. */
import type { FastifyRequest } from 'fastify';
import type { Device } from './session-queries.ts';

function headerText(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.slice(0, 100) : '';
}

export const deviceOf = (request: FastifyRequest): Device => ({
  id: headerText(request, 'x-device-id'),
  name: headerText(request, 'user-agent'),
  ip: request.ip,
});
