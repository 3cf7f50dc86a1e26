import { useId, useState } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { maxScanGapMs, minScanGapMs, scanGapMs, setScanGapMs } from '../../../session/scan-gap.ts';
import { SettingRow } from '../setting-row.tsx';

/** Edits the longest time between two keys of this device's barcode scanner; it applies at once (R35.23). */
export function ScanGapRow() {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(() => String(scanGapMs()));
  const [isBad, setBad] = useState(false);
  return (
    <SettingRow id={id} label={t('setting.device.scanGap.label')} hint={t('setting.device.scanGap.hint')}>
      <input
        id={id}
        aria-describedby={`${id}-hint`}
        aria-invalid={isBad || undefined}
        type="number"
        inputMode="numeric"
        min={minScanGapMs}
        max={maxScanGapMs}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setBad(!setScanGapMs(Number(event.currentTarget.value)));
        }}
      />
    </SettingRow>
  );
}
