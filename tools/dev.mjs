// npm run dev: the servers restart and the page reloads when their sources change.
import { checkNode, packageFile, requireNode, root, say } from './scripts/folder.mjs';
import { ensureInstalled } from './scripts/install.mjs';
import { answers, ProcessGroup, printServerMain, serverMain, settings } from './scripts/servers.mjs';

const pagePort = 5173;

checkNode();
ensureInstalled();
const { local, env } = settings(process.env);
const page = `http://localhost:${pagePort}`;
const environment = {
  ...env,
  ATOLL_SERVER: local,
  // The page's own address: the hub and the print server accept it, and mails link to it.
  PUBLIC_URL: process.env['PUBLIC_URL'] || page,
  PRINT_ORIGINS: `${env.PRINT_ORIGINS},${page}`,
};
const node = requireNode();
const programs = new ProcessGroup();
programs.run('server', node, ['--watch', serverMain], { env: environment });
programs.run('print server', node, ['--watch', printServerMain], { env: environment });
const vite = [packageFile('vite', 'bin/vite.js'), '--port', String(pagePort), '--strictPort'];
programs.run('page', node, vite, { env: environment, cwd: `${root}/apps/web` });
const isReady = await answers(`${local}/ready`, {
  gaveUp: () => programs.isEnding,
  tell: (seconds) => say(`The server is not ready after ${seconds} s. Waiting…`),
});
if (isReady) say(`Ready: ${page}`);
