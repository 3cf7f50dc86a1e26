/** `atoll health`: ends with 0 when the service of this release is ready on this machine, with 1 when it is not. */
import { root, say, stop } from './scripts/folder.mjs';
import { readRelease } from './scripts/release.ts';
import { placeOf } from './update/place.ts';
import { isReadyAt } from './update/service.ts';

const { url } = placeOf(readRelease(root)?.kind ?? 'server');
if (!(await isReadyAt(url))) stop(`${url} is not ready.`);
say('Ready.');
