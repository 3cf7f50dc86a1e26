// npm run build: the web app into apps/web/dist. The servers need no build.
import { ensureWebBuilt } from './house/build.mjs';
import { checkNode, say } from './house/folder.mjs';
import { ensureInstalled } from './house/install.mjs';

checkNode();
ensureInstalled();
ensureWebBuilt();
say('The web app is built: apps/web/dist.');
