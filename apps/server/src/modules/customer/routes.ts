/** The calls of customers. */
import { customer } from '@atoll/domain/resources/customer';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/http/services.ts';
import { registerResource } from '../../resource/routes.ts';
import { customerHooks } from './hooks.ts';

/** Registers the calls of customers. */
export function registerCustomer(app: FastifyInstance, services: Services): void {
  registerResource(app, services, customer, customerHooks);
}
