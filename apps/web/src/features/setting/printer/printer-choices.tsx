import { useId, useState } from 'react';
import { entryItems } from '../../../form/choices.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { printerOverride, setPrinterOverride } from '../../../session/device.ts';
import { useApp } from '../../../sync/app-store.ts';
import { useSetting } from '../setting-draft.ts';
import { SettingHint } from '../setting-note.tsx';
import { SettingGroup, SettingRow } from '../setting-row.tsx';

const printerSettings = ['BillPrinter', 'KotPrinter', 'BotPrinter', 'GrillPrinter', 'FallbackPrinter'] as const;
const tillSettings = ['BillPrinter', 'KotPrinter', 'BotPrinter', 'GrillPrinter'] as const;

/** Chooses the printer for each kind of printout: for the outlet, and for this till where it differs. `names`: the printers of this till. */
export function PrinterChoices({ names: ofTill }: { names: readonly string[] }) {
  const { t } = useTranslation();
  // Printers of other tills, which the settings name, can be chosen here too (R35.49).
  const settings = useApp((state) => state.settings);
  const named = printerSettings.flatMap((key) => entryItems<{ readonly name: string }>(settings, key));
  const names = [...new Set([...ofTill, ...named.map(({ name }) => name)])];
  return (
    <>
      <SettingGroup title={t('setting.printers.whatPrints')}>
        {printerSettings.map((key) => (
          <OutletPrinter key={key} name={key} names={names} />
        ))}
      </SettingGroup>
      <SettingGroup title={t('setting.printers.thisTill')}>
        <SettingHint>{t('setting.printers.thisTillHint')}</SettingHint>
        {tillSettings.map((key) => (
          <TillPrinter key={key} name={key} names={names} />
        ))}
      </SettingGroup>
    </>
  );
}

interface ChoiceProps {
  id: string;
  value: string;
  names: readonly string[];
  none: string;
  onChange: (name: string) => void;
}

/** Chooses a printer by name; the chosen one stays in the list when this till does not have it. */
function PrinterSelect({ id, value, names, none, onChange }: ChoiceProps) {
  const all = [...new Set([...names, ...(value ? [value] : [])])];
  return (
    <select
      id={id}
      aria-describedby={`${id}-hint`}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{none}</option>
      {all.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

function OutletPrinter({ name, names }: { name: (typeof printerSettings)[number]; names: readonly string[] }) {
  const { t } = useTranslation();
  const id = useId();
  const { value, error, setValue } = useSetting(name);
  return (
    <SettingRow
      id={id}
      label={t(`setting.printers.documents.${name}.label`)}
      hint={t(`setting.printers.documents.${name}.hint`)}
      error={error}
    >
      <PrinterSelect id={id} value={value} names={names} none={t('setting.printers.none')} onChange={setValue} />
    </SettingRow>
  );
}

function TillPrinter({ name, names }: { name: (typeof tillSettings)[number]; names: readonly string[] }) {
  const { t } = useTranslation();
  const id = useId();
  const [value, setValue] = useState(() => printerOverride(name));
  return (
    <SettingRow
      id={id}
      label={t('setting.printers.onTill', { documents: t(`setting.printers.documents.${name}.label`) })}
      hint={t('setting.printers.onTillHint')}
    >
      <PrinterSelect
        id={id}
        value={value}
        names={names}
        none={t('setting.printers.asOutlet')}
        onChange={(next) => {
          setPrinterOverride(name, next);
          setValue(next);
        }}
      />
    </SettingRow>
  );
}
