/** Routes of stations. */
import { station } from '@atoll/domain/resources/station';
import type { FastifyInstance } from 'fastify';
import { registerResource } from '../../resource/routes.ts';
import { stationHooks } from './hooks.ts';

/** Registers the routes of stations. */
export const registerStations = (app: FastifyInstance): void => registerResource(app, station, stationHooks);
