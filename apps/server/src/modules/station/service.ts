/** What other modules may use of stations. */
export { registerStations } from './routes.ts';
export { presentStations, readStations, type StoredStation } from './stations.ts';
