// npm run build: the web app into apps/web/dist, and the list of packages into dist. The servers need no build.
import { ensureWebBuilt } from './scripts/build.mjs';
import { checkNode, say } from './scripts/folder.mjs';
import { ensureInstalled } from './scripts/install.mjs';
import { writePackageList } from './scripts/package-list.mjs';

checkNode();
ensureInstalled();
ensureWebBuilt();
say('The web app is built: apps/web/dist.');
writePackageList();
