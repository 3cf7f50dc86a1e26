/** Starts the server. Compiled code is kept, so that the next start is faster and needs less memory. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { growYoungGeneration, holdYoungGeneration } from './platform/young-generation.ts';

enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compiled'));
holdYoungGeneration();
const { serve } = await import('./serve.ts');
const { databaseUrl } = await serve();
growYoungGeneration(databaseUrl === undefined ? 'embedded' : 'server');
