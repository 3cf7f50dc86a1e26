import { printLanguages } from '@atoll/domain/outlet/outlet';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { LogoField } from '../logo-field.tsx';
import { useOutletDraft } from '../setting-draft.ts';
import { SettingGroup, SettingRow } from '../setting-row.tsx';
import css from './outlet-section.module.css';

const details = ['name', 'legalName', 'address', 'phone', 'email'] as const;
const taxNumbers = ['tin', 'gstActivityNo', 'invoicePrefix'] as const;
const paper = ['receiptHeader', 'receiptFooter'] as const;
type TextKey = (typeof details)[number] | (typeof taxNumbers)[number] | (typeof paper)[number] | 'timezone';

const lengths: Readonly<Partial<Record<TextKey, number>>> = { address: 300, receiptHeader: 500, receiptFooter: 500 };

/** Edits the outlet's details: what is printed on receipts and invoices, and when its business day ends. */
export function OutletSection() {
  const { t } = useTranslation();
  const { outlet, errors, setOutlet } = useOutletDraft();
  if (!outlet) return null;
  const texts = (keys: readonly TextKey[]) =>
    keys.map((key) => (
      <TextRow
        key={key}
        name={key}
        value={outlet[key]}
        error={errors[key]}
        onChange={(text) => setOutlet({ [key]: text })}
      />
    ));
  return (
    <>
      <SettingGroup>
        <LogoField
          name={outlet.name}
          logo={outlet.logo}
          onChange={(logo) => setOutlet({ logo })}
          error={errors['logo']}
        />
        {texts(details)}
      </SettingGroup>
      <SettingGroup title={t('setting.groups.numbers')}>{texts(taxNumbers)}</SettingGroup>
      <SettingGroup title={t('setting.groups.paper')}>
        {texts(paper)}
        {(['languageBill', 'languageKitchen'] as const).map((key) => (
          <FieldRow key={key} name={key} error={errors[key]}>
            {(about) => (
              <select
                {...about}
                value={outlet[key] ?? 'en'}
                onChange={(event) => setOutlet({ [key]: event.currentTarget.value as 'en' })}
              >
                {printLanguages.map((one) => (
                  <option key={one} value={one}>
                    {t(`setting.languages.${one}`)}
                  </option>
                ))}
              </select>
            )}
          </FieldRow>
        ))}
      </SettingGroup>
      <SettingGroup title={t('setting.groups.day')}>
        <FieldRow name="businessDayCutoff" error={errors['businessDayCutoff']}>
          {(about) => (
            <input
              {...about}
              type="time"
              max="12:00"
              value={outlet.businessDayCutoff}
              onChange={(event) => setOutlet({ businessDayCutoff: event.currentTarget.value })}
            />
          )}
        </FieldRow>
        <FieldRow name="timezone" error={errors['timezone']}>
          {(about) => (
            <>
              <input
                {...about}
                list="timezones"
                value={outlet.timezone}
                onChange={(event) => setOutlet({ timezone: event.currentTarget.value })}
              />
              <datalist id="timezones">
                {Intl.supportedValuesOf('timeZone').map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </>
          )}
        </FieldRow>
      </SettingGroup>
    </>
  );
}

interface TextRowProps {
  name: TextKey;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function TextRow({ name, value, error, onChange }: TextRowProps) {
  const isLong = lengths[name] !== undefined;
  return (
    <FieldRow name={name} error={error}>
      {(about) =>
        isLong ? (
          <textarea
            {...about}
            rows={2}
            maxLength={lengths[name]}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <input {...about} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
        )
      }
    </FieldRow>
  );
}

interface FieldRowProps {
  name: TextKey | 'languageBill' | 'languageKitchen' | 'businessDayCutoff';
  error: string | undefined;
  children: (about: { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined }) => ReactNode;
}

/** Shows a detail of the outlet with its label from the catalogue. */
function FieldRow({ name, error, children }: FieldRowProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <SettingRow id={id} label={t(`setting.outlet.${name}.label`)} hint={t(`setting.outlet.${name}.hint`)} error={error}>
      <div className={css.wide}>
        {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': error ? true : undefined })}
      </div>
    </SettingRow>
  );
}
