/** A thread that tells how many bytes a menu of 20,000 items is counted as, and how many it takes in the heap. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { bytesOf } from '../byte-cache.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const makeMenu = (items: number) =>
  Array.from({ length: items }, (_, n) => ({
    id: n,
    name: `Item number ${n}`,
    sizes: [{ value: 'Large', sellingPrice: 1000 + n, isDefault: true }],
    note: null,
  }));

/** Returns the sizes of a menu. In a function of its own, so that nothing of the call before is still in reach. */
function measure(): { counted: number; taken: number } {
  const before = heap();
  const menu = makeMenu(20_000);
  const taken = heap() - before;
  return { counted: bytesOf(menu), taken };
}

// The first call also compiles what makes a menu.
measure();
parentPort?.postMessage(measure());
