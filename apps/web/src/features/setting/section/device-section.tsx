import { useId, useState } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { deviceNumber, setDeviceNumber } from '../../../session/device.ts';
import { hasDeviceKey } from '../../../session/device-key.ts';
import { type ThemeChoice, useTheme } from '../../../session/theme.ts';
import { buttonClass } from '../../../ui/display/button.tsx';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import { PrintServerRow } from '../print-server-row.tsx';
import { SettingHint } from '../setting-note.tsx';
import { SettingGroup, SettingRow } from '../setting-row.tsx';
import { ScanGapRow } from './scan-gap-row.tsx';
import { StorageRow } from './storage-row.tsx';

const choices: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** Edits the settings of this device; they apply at once. */
export function DeviceSection() {
  const { t } = useTranslation();
  const ids = { theme: useId(), number: useId() };
  const choice = useTheme((state) => state.choice);
  const choose = useTheme((state) => state.choose);
  const [number, setNumber] = useState(() => String(deviceNumber()));
  const write = (text: string) => {
    setNumber(text);
    const next = Number(text);
    if (Number.isInteger(next) && next >= 1 && next <= 99) setDeviceNumber(next);
  };
  return (
    <SettingGroup>
      <SettingRow id={ids.theme} label={t('setting.device.theme.label')} hint={t('setting.device.theme.hint')}>
        <select
          id={ids.theme}
          aria-describedby={`${ids.theme}-hint`}
          value={choice}
          onChange={(event) => choose(event.currentTarget.value as ThemeChoice)}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {t(`setting.device.themes.${one}`)}
            </option>
          ))}
        </select>
      </SettingRow>
      <SettingRow id={ids.number} label={t('setting.device.number.label')} hint={t('setting.device.number.hint')}>
        <input
          id={ids.number}
          aria-describedby={`${ids.number}-hint`}
          type="number"
          inputMode="numeric"
          min={1}
          max={99}
          value={number}
          onChange={(event) => write(event.currentTarget.value)}
        />
      </SettingRow>
      <ScanGapRow />
      <PrintServerRow />
      <StorageRow />
      <SettingRow label={t('check.title')} hint={t('check.hint')}>
        <a className={buttonClass({ look: 'outline' })} href={pathTo('Check Device')}>
          {t('check.now')}
        </a>
      </SettingRow>
      {!hasDeviceKey() && <SettingHint>{t('setting.device.noKey')}</SettingHint>}
    </SettingGroup>
  );
}
