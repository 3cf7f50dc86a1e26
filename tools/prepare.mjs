// What npm start needs before the servers can run: the packages, and the web app built.
import { ensureWebBuilt } from './scripts/build.mjs';
import { ensureInstalled } from './scripts/install.mjs';

ensureInstalled();
ensureWebBuilt();
