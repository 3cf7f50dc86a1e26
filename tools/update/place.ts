/** Where the service of a release answers on this machine, by its settings. */
import { readConfig as readPrintConfig } from '../../apps/print-server/src/config.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';

export interface Place {
  readonly url: string;
  /** The folder of the store; null without one. */
  readonly dataDir: string | null;
  readonly hasDatabase: boolean;
}

/** Reads it from the environment. */
export function placeOf(kind: 'server' | 'print'): Place {
  if (kind === 'print')
    return { url: `http://127.0.0.1:${readPrintConfig(process.env).port}/status`, dataDir: null, hasDatabase: false };
  const { databaseUrl, dataDir, tls, port } = readConfig(process.env);
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}/ready`;
  return { url, dataDir, hasDatabase: databaseUrl !== undefined };
}
