// npm run dev: the servers start again and the page renews itself when their sources change.
import { checkNode, packageFile, requireNode, root, say } from './scripts/folder.mjs';
import { ensureInstalled } from './scripts/install.mjs';
import { answers, Household, printServerMain, serverMain, settings } from './scripts/servers.mjs';

const pagePort = 5173;

checkNode();
ensureInstalled();
const { local, env } = settings(process.env);
const page = `http://localhost:${pagePort}`;
const surroundings = {
  ...env,
  ATOLL_SERVER: local,
  // The page's own address: the hub and the print server let it in, and mails lead to it.
  PUBLIC_URL: process.env['PUBLIC_URL'] || page,
  PRINT_ORIGINS: `${env.PRINT_ORIGINS},${page}`,
};
const node = requireNode();
const house = new Household();
house.run('server', node, ['--watch', serverMain], { env: surroundings });
house.run('print server', node, ['--watch', printServerMain], { env: surroundings });
const vite = [packageFile('vite', 'bin/vite.js'), '--port', String(pagePort), '--strictPort'];
house.run('page', node, vite, { env: surroundings, cwd: `${root}/apps/web` });
if (await answers(`${local}/ready`, { patienceMs: 60_000, gaveUp: () => house.isEnding })) say(`Ready: ${page}`);
