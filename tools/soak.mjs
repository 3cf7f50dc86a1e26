// npm run soak: the long version of the tests that have one. `npm test` runs a tenth of them.
import { ensureWebBuilt } from './scripts/build.mjs';
import { checkNode, packageFile } from './scripts/folder.mjs';
import { ensureInstalled } from './scripts/install.mjs';
import { longTests } from './scripts/long-tests.mjs';
import { run, runPlaywright } from './scripts/steps.mjs';

checkNode();
ensureInstalled();
process.env['SOAK'] = '1';
const endedWell = await run('soak', [packageFile('vitest', 'vitest.mjs'), 'run', ...longTests()]);
ensureWebBuilt();
const walked = await runPlaywright('journeys, whole', 'journeys', 1);
process.exitCode = endedWell && walked.failed === 0 ? 0 : 1;
