import { v7 } from 'uuid';

/** A new key for anything that this device makes: a UUID of version 7, so that keys sort by time. */
export const uuidv7 = (): string => v7();
