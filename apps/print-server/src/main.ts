/** Starts the print server of a till. Compiled code is kept, so that the next start is faster and needs less memory. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compiled'));
const { readConfig } = await import('./config.ts');
const { faultText } = await import('./fault.ts');
const { startPrintServer } = await import('./server.ts');

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
