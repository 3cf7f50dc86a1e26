/**
 * `npm run doctor [-- --json]`: tests the server and the machine that it runs on, with the settings of the server, whether it runs or not. Nothing is
 * changed: the file that measures the disk is removed. Ends with 0 (good), 1 (something is bad) or 2 (something to watch). Source: R31.26.
 */
import { version } from '../apps/server/src/platform/config/version.ts';
import { examine } from './doctor/examine.ts';
import { exitCodeOf, reportLines } from './doctor/finding.ts';
import { thisMachine } from './doctor/machine.ts';
import { say, stop } from './scripts/folder.mjs';

const options = process.argv.slice(2);
const unknown = options.find((option) => option !== '--json');
if (unknown !== undefined) stop(`doctor does not know ${unknown}. Use: npm run doctor [-- --json]`);

const startedAt = performance.now();
const findings = await examine(process.env, thisMachine);
const exitCode = exitCodeOf(findings);
const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));
if (options.includes('--json'))
  say(JSON.stringify({ release: version, at: new Date().toISOString(), exitCode, seconds, findings }, null, 2));
else for (const line of reportLines(findings)) say(line);
// A connection that nobody answers must not keep the program.
process.exit(exitCode);
