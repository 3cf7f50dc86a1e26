// What npm start needs before the servers can run: the packages, the web app built, and the programs compiled.
import { ensureWebBuilt } from './scripts/build.mjs';
import { ensureCompiled } from './scripts/compile.mjs';
import { ensureInstalled } from './scripts/install.mjs';

ensureInstalled();
ensureWebBuilt();
ensureCompiled();
