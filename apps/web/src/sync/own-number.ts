import { nextDeviceNumber } from '../session/device.ts';
import { useApp } from './app-store.ts';

/** Returns the next number of this till's own series in the open outlet; practice has a series of its own (R31.46). */
export const nextNumberHere = (series: Parameters<typeof nextDeviceNumber>[0]): Promise<string> =>
  nextDeviceNumber(series, Boolean(useApp.getState().outlet?.practiceOf));
