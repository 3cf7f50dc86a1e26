/** Settings of an outlet: texts by key. Source: docs/rules.md#settings. */

/** One setting; `value` is text ('true', '5'), `values` a list of texts. */
export interface SettingEntry {
  readonly key: string;
  readonly value?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

/** Returns a setting's trimmed text, or '' when it is absent. */
export function settingText(settings: readonly SettingEntry[], key: string): string {
  return settings.find((one) => one.key === key)?.value?.trim() ?? '';
}

/** Returns a setting's list, or the empty list. */
export function settingList(settings: readonly SettingEntry[], key: string): readonly string[] {
  return settings.find((one) => one.key === key)?.values ?? [];
}

/** Returns whether a switch is on: 'true' or 'false', and `defaultOn` for any other text. */
export function settingOn(settings: readonly SettingEntry[], key: string, defaultOn: boolean): boolean {
  const text = settingText(settings, key);
  return text === 'true' || (text !== 'false' && defaultOn);
}

/** Returns a setting as a number, or null when it is absent or not a number. */
export function settingNumber(settings: readonly SettingEntry[], key: string): number | null {
  const text = settingText(settings, key);
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? null : number;
}
