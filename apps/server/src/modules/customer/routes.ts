/** The calls of customers. */
import { customer } from '@atoll/domain/resources/customer';
import type { FastifyInstance } from 'fastify';
import { registerResource } from '../../resource/routes.ts';
import { customerHooks } from './hooks.ts';

/** Registers the calls of customers. */
export function registerCustomer(app: FastifyInstance): void {
  registerResource(app, customer, customerHooks);
}
