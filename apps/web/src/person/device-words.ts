import { deviceName } from '@atoll/domain/access/device-name';
import { t } from '../locale/locale.ts';

/** Returns a device's name from its user agent: 'Chrome on Android'; '' when unknown. */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceName(userAgent);
  return browser && system ? t('device.on', { browser, system }) : browser || system;
}
