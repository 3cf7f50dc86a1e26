/** Which changes of settings lower security, so that a till that somebody left open is not enough for them. Source: R36.7, docs/rules.md#recent-password. */
import { type SettingEntry, type SettingKey, type SettingValue, settingOf } from './settings.ts';

type IsLower<K extends SettingKey> = (before: SettingValue<K>, after: SettingValue<K>) => boolean;

const isSwitchedOff = (before: boolean, after: boolean): boolean => before && !after;
/** A limit is lower security when it is removed or raised. */
const isRaised = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before);

const rules: { readonly [K in SettingKey]?: IsLower<K> } = {
  ManagersNeedSecondFactor: isSwitchedOff,
  IdleLockSeconds: isRaised,
  PriceWindowHours: isRaised,
  WalletOfflineLimit: isRaised,
  BlindClose: isSwitchedOff,
  MaxCashDifference: isRaised,
};

const isLower = <K extends SettingKey>(key: K, before: readonly SettingEntry[], after: readonly SettingEntry[]) =>
  rules[key]?.(settingOf(before, key), settingOf(after, key)) ?? false;

/** Returns whether settings that are written lower security. `before`: all stored ones; `written`: those that change. */
export function lowersSecurity(before: readonly SettingEntry[], written: readonly SettingEntry[]): boolean {
  const keys = new Set(written.map(({ key }) => key));
  // Of a key that is written twice, the last value is stored.
  const after = [...before.filter(({ key }) => !keys.has(key)), ...written.toReversed()];
  return (Object.keys(rules) as SettingKey[]).some((key) => keys.has(key) && isLower(key, before, after));
}
