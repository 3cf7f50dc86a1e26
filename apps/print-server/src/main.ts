/** Starts the print server of a till. */

import process from 'node:process';
import { readConfig } from './config.ts';
import { faultText } from './fault.ts';
import { startPrintServer } from './server.ts';

const log = (text: string) => console.log(`print server: ${text}`);

try {
  const config = readConfig(process.env);
  const server = await startPrintServer({ ...config, log });
  log(`ready on ${server.url} (data in ${config.dataDir}, origins: ${config.origins.join(', ') || 'paired only'})`);
  let closing = false;
  const stop = () => {
    if (closing) return;
    closing = true;
    server.close().then(
      () => process.exit(0),
      (cause: unknown) => {
        console.error(cause);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (cause) {
  console.error(`print server: ${faultText(cause)}`);
  process.exit(1);
}
