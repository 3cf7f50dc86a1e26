// npm start: from a fresh clone to a till that works. Needs only Node and npm.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkNode, requireNode, root, say, stop } from './scripts/folder.mjs';
import { answers, isFree, ProcessGroup, printServerMain, read, serverMain, settings } from './scripts/servers.mjs';

const startedAt = performance.now();
checkNode();

const { port, printPort, address, local, env } = settings(process.env);
if (!(await isFree(port))) {
  stop(`Port ${port} is taken: is Atoll running already? Choose another with PORT=8090 npm start.`);
}
if (!(await isFree(printPort))) {
  stop(
    `Port ${printPort} is taken: is a print server running already? Choose another with PRINT_PORT=14142 npm start.`,
  );
}
// This process stays for as long as Atoll runs. What only the preparation needs is loaded in one that ends.
const prepared = spawnSync(process.execPath, [join(root, 'tools/prepare.mjs')], { stdio: 'inherit' });
if (prepared.status !== 0) process.exit(prepared.status ?? 1);

say(`Starting the server and the print server (data in ${env.DATA_DIR})…`);
const node = requireNode();
const programs = new ProcessGroup();
programs.run('server', node, [serverMain], { env });
// It handles a few jobs at a time: a larger young generation would only keep memory.
programs.run('print server', node, ['--max-semi-space-size=1', printServerMain], { env });

/** @param {string} name @param {string} url */
const waitFor = (name, url) =>
  answers(url, {
    gaveUp: () => programs.isEnding,
    tell: (seconds) => say(`The ${name} is not ready after ${seconds} s. Waiting; ${url} tells why. Stop with Ctrl+C.`),
  });
const [isReady, prints] = await Promise.all([
  waitFor('server', `${local}/ready`),
  waitFor('print server', `http://127.0.0.1:${printPort}/status`),
]);
if (!isReady || !prints) {
  programs.end(1);
} else {
  say(`\nAtoll is ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${address}`);
  const demo = await demoData();
  if (demo) {
    say(`Demo data is in use. Sign in as ${demo.users.map((user) => `${user.email} (${user.role})`).join(', ')}`);
    say(`with password ${demo.password} and passcode ${demo.passcode}.`);
  }
  say('Stop with Ctrl+C.');
}

/**
 * @typedef {{ password: string, passcode: string, users: { email: string, role: string }[] }} Demo
 * @returns {Promise<Demo | null>} null when the store holds the shop's own data
 */
async function demoData() {
  const { body } = await read(`${local}/api/app/info`);
  const info = /** @type {{ demo?: Demo | null }} */ (JSON.parse(body));
  return info.demo ?? null;
}
