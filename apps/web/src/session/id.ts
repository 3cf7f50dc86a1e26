import { v7 } from 'uuid';

/** Returns a new key for records made on this device: a UUID of version 7, so keys sort by time. */
export const uuidv7 = (): string => v7();
