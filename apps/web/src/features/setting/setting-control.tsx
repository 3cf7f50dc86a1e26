import { maxLaari } from '@atoll/domain/contract/platform/shape';
import { formatAmount, parseMoney } from '@atoll/domain/money/money';
import {
  type SettingDefinition,
  type SettingKey,
  settingDefinitions,
  settingKeysOf,
} from '@atoll/domain/outlet/settings';
import { chosenMethods, methodLabel } from '@atoll/domain/payment/methods';
import { type AriaAttributes, useId, useState } from 'react';
import { useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import css from './setting-control.module.css';
import { useSetting } from './setting-draft.ts';
import { SettingError } from './setting-note.tsx';
import { SettingGroup, SettingRow } from './setting-row.tsx';
import { Switch } from './switch.tsx';
import { TextList } from './text-list.tsx';
import { TypedText } from './typed-text.tsx';

/** Sections that consist only of their settings. */
export const plainSections = ['tickets', 'payments', 'shifts', 'notices', 'kitchen', 'idle'] as const;
type PlainSection = (typeof plainSections)[number];
type PlainKey = {
  [K in SettingKey]: (typeof settingDefinitions)[K] extends { readonly section: PlainSection } ? K : never;
}[SettingKey];

/** Shows the settings of a plain section. */
export function PlainSettings({ section }: { section: PlainSection }) {
  return (
    <SettingGroup>
      {(settingKeysOf(section) as PlainKey[]).map((key) => (
        <SettingItem key={key} name={key} field={settingDefinitions[key]} />
      ))}
    </SettingGroup>
  );
}

interface SettingItemProps {
  name: PlainKey;
  field: SettingDefinition;
}

function SettingItem({ name, field }: SettingItemProps) {
  const { t } = useTranslation();
  const id = useId();
  const { error } = useSetting(name);
  const label = t(`setting.keys.${name}.label`);
  const isOneField = field.kind !== 'methods' && field.kind !== 'rounding';
  return (
    <SettingRow label={label} hint={t(`setting.keys.${name}.hint`)} error={error} {...(isOneField ? { id } : {})}>
      <Control id={id} label={label} name={name} field={field} />
    </SettingRow>
  );
}

function Control({ id, label, name, field }: SettingItemProps & { id: string; label: string }) {
  const { t } = useTranslation();
  const { value, values, error, setValue, setValues } = useSetting(name);
  const about = { id, 'aria-describedby': `${id}-hint`, 'aria-invalid': error ? true : undefined };
  const one = { about, value, onChange: setValue };
  const list = { ...about, label, values, onChange: setValues };
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          {...about}
          isOn={value === '' ? field.default : value === 'true'}
          onChange={(isOn) => setValue(String(isOn))}
        />
      );
    case 'number':
      return <NumberControl {...one} field={field} />;
    case 'money':
      return (
        <TypedText
          {...about}
          className={css.short}
          inputMode="decimal"
          value={value === '' ? '' : formatAmount(Number(value))}
          read={(text) => (text === '' ? '' : readAmount(text))}
          onRead={setValue}
          fault={t('setting.faults.money')}
        />
      );
    case 'choice':
      return <ChoiceControl {...one} field={field} />;
    case 'texts':
      return <TextList {...list} />;
    case 'percents':
      return <TextList {...list} unit="%" read={readPercent} fault={t('setting.faults.percent')} />;
    case 'amounts':
      return <TextList {...list} read={readPositive} show={showAmount} fault={t('setting.faults.amount')} />;
    case 'currencies':
      return (
        <TextList
          {...list}
          onChange={(next) => setValues(lastOfEach(next))}
          read={readCurrency}
          show={showCurrency}
          fault={t('setting.faults.currency')}
        />
      );
    case 'methods':
      return <Methods label={label} values={values} defaults={field.default} onChange={setValues} />;
    // The section of printers has rows of its own.
    case 'text':
    case 'languages':
      return null;
    case 'rounding':
      return <Rounding value={value} onChange={setValue} label={label} />;
  }
}

interface OneValueProps<Kind extends SettingDefinition['kind']> {
  readonly field: Extract<SettingDefinition, { readonly kind: Kind }>;
  readonly about: AriaAttributes & { readonly id: string };
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function NumberControl({ field, about, value, onChange }: OneValueProps<'number'>) {
  const { t } = useTranslation();
  const [isBad, setBad] = useState(false);
  return (
    <>
      <input
        {...about}
        className={css.short}
        type="number"
        inputMode="numeric"
        min={field.min}
        max={field.max}
        placeholder={field.default === null ? t('setting.off') : String(field.default)}
        aria-invalid={isBad || about['aria-invalid']}
        value={value}
        onChange={(event) => {
          const { value: text, validity } = event.currentTarget;
          setBad(validity.badInput);
          // What is no number has no value; an empty one would set the default.
          if (!validity.badInput) onChange(text);
        }}
      />
      {isBad && <SettingError>{t('setting.faults.number', { least: field.min, most: field.max })}</SettingError>}
    </>
  );
}

function ChoiceControl({ field, about, value, onChange }: OneValueProps<'choice'>) {
  const { t } = useTranslation();
  return (
    <select
      {...about}
      className={css.short}
      value={value || field.default}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {field.of.map((one) => (
        <option key={one} value={one}>
          {t(`setting.choices.${one as 'top-right'}`)}
        </option>
      ))}
    </select>
  );
}

/** Returns the laari of a typed amount, or null for what is no amount or below 0. */
function readAmount(text: string): string | null {
  const laari = parseMoney(text);
  return laari === null || laari < 0 || laari > maxLaari ? null : String(laari);
}

const readPositive = (text: string): string | null => {
  const laari = readAmount(text);
  return laari === '0' ? null : laari;
};

const showAmount = (kept: string): string => formatAmount(Number(kept));

/** Returns '12.5' for '12.5', '12,5' and '12.5 %', or null for what is no percentage from 0 to 100. */
function readPercent(text: string): string | null {
  const plain = text.replace(/\s*%$/, '').replace(',', '.');
  return /^\d{1,3}(\.\d{1,2})?$/.test(plain) && Number(plain) <= 100 ? plain : null;
}

/** The largest rate that the server takes, laari. */
const maxRate = 9_999_999;

/** Returns 'USD 15.42' as 'USD:1542', or null when it is not valid. */
function readCurrency(text: string): string | null {
  const [, code = '', rate = ''] = /^([A-Za-z]{3})\s+(\S+)$/.exec(text) ?? [];
  const laari = code ? parseMoney(rate) : null;
  return laari !== null && laari > 0 && laari <= maxRate ? `${code.toUpperCase()}:${laari}` : null;
}

const showCurrency = (kept: string): string => {
  const [code = '', rate = '0'] = kept.split(':');
  return `${code} ${formatAmount(Number(rate))}`;
};

/** Returns one rate per currency: the one that was typed last. */
const lastOfEach = (kept: readonly string[]): readonly string[] => [
  ...new Map(kept.map((one) => [one.slice(0, 3), one])).values(),
];

interface MethodsProps {
  label: string;
  values: readonly string[];
  defaults: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/** Turns payment methods on and off. Where defaults apply, the last one stays on. */
function Methods({ label, values, defaults, onChange }: MethodsProps) {
  const nameOf = useLabel();
  const chosen = values.length > 0 ? values : defaults;
  const toggle = (method: string, isOn: boolean) =>
    onChange(chosenMethods.filter((one) => (one === method ? isOn : chosen.includes(one))));
  return (
    <fieldset className={css.checks}>
      <legend className="visually-hidden">{label}</legend>
      {chosenMethods.map((method) => (
        <label key={method}>
          <input
            type="checkbox"
            checked={chosen.includes(method)}
            disabled={defaults.length > 0 && chosen.length === 1 && chosen[0] === method}
            onChange={(event) => toggle(method, event.currentTarget.checked)}
          />
          {nameOf(methodLabel(method))}
        </label>
      ))}
    </fieldset>
  );
}

const steps = ['5', '10', '25', '50', '100'] as const;
const modes = ['nearest', 'up', 'down'] as const;

/** Edits cash rounding: off, or to a step of laari in a direction. */
function Rounding({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const [step = '', mode = 'nearest'] = value.split(':');
  return (
    <div className={css.rounding}>
      <select
        aria-label={label}
        value={step}
        onChange={(event) => onChange(event.currentTarget.value ? `${event.currentTarget.value}:${mode}` : '')}
      >
        <option value="">{t('setting.off')}</option>
        {[...new Set([...steps, ...(step ? [step] : [])])].map((one) => (
          <option key={one} value={one}>
            {t('setting.laari', { count: Number(one) })}
          </option>
        ))}
      </select>
      {step && (
        <select
          aria-label={t('setting.roundingMode')}
          value={mode}
          onChange={(event) => onChange(`${step}:${event.currentTarget.value}`)}
        >
          {modes.map((one) => (
            <option key={one} value={one}>
              {t(`setting.roundings.${one}`)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
