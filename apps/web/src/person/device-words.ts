import { t } from '../locale/locale.ts';
import { deviceName } from './device-name.ts';

/** A device in words by what its browser says of itself: 'Chrome on Android'; what says nothing known is ''. */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceName(userAgent);
  return browser && system ? t('device.on', { browser, system }) : browser || system;
}
