// npm run soak: the long version of the tests that have one. `npm test` runs a tenth of them.
import { ensureWebBuilt } from './scripts/build.mjs';
import { checkNode, packageFile } from './scripts/folder.mjs';
import { ensureInstalled } from './scripts/install.mjs';
import { run, runPlaywright } from './scripts/steps.mjs';

/** The tests that read SOAK. */
const long = [
  'apps/server/src/modules/bill/crash.test.ts',
  'apps/server/src/modules/bill/scenario.test.ts',
  'apps/server/src/modules/stock/movement/property.test.ts',
  'apps/server/src/modules/report/figures.test.ts',
  'apps/server/src/modules/auth/auth.test.ts',
  'apps/server/src/modules/auth/flood.test.ts',
  'apps/server/src/modules/approval/guessing.test.ts',
  'apps/server/src/fuzzed-bodies.test.ts',
  'apps/server/src/seed/killed-start.test.ts',
  'apps/web/src/outbox/trials.test.ts',
  'tools/simulator',
  'tools/fault-proxy',
  'apps/print-server/src/crash.test.ts',
  'apps/print-server/src/faults.test.ts',
  'apps/print-server/src/fuzz.test.ts',
];

checkNode();
ensureInstalled();
process.env['SOAK'] = '1';
const endedWell = await run('soak', [packageFile('vitest', 'vitest.mjs'), 'run', ...long]);
ensureWebBuilt();
const walked = await runPlaywright('journeys, whole', 'journeys', 1);
process.exitCode = endedWell && walked.failed === 0 ? 0 : 1;
