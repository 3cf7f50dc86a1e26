import { openFolder } from './folder-target.ts';
import type { Target, TargetAddress } from './target.ts';

/** Opens a target. `dataDir`: the data folder of the server, in which no target may be. */
export const openTarget = (address: TargetAddress, dataDir: string): Target => openFolder(address.path, dataDir);
