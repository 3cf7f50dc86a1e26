/** Starts the server. Compiled code is cached in the system's folder for temporary files, so that the next start is faster. */
import { enableCompileCache } from 'node:module';
import { growYoungGeneration, holdYoungGeneration } from './platform/young-generation.ts';

enableCompileCache();
holdYoungGeneration();
const { serve } = await import('./serve.ts');
await serve();
growYoungGeneration();
