import { type CareVariable, careVariables } from '@atoll/domain/trust/care';
import { useTranslation } from '../../../locale/use-translation.ts';
import { SettingHint } from '../setting-note.tsx';
import { SettingGroup, SettingRow } from '../setting-row.tsx';

/** Shows which variables of the server say whom it tells, and which of them are set. Their values can be secrets, so they are not shown. */
export function CareVariables({ values }: { readonly values: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const names = Object.keys(careVariables) as CareVariable[];
  return (
    <SettingGroup title={t('care.variables')}>
      <SettingHint>{t('care.variablesHint', { example: 'CARE_MAILS=you@example.com' })}</SettingHint>
      {names
        .filter((name) => values[name] !== undefined)
        .map((name) => (
          <SettingRow
            key={name}
            label={careVariables[name]}
            hint={t(`care.variable.${name}`, { example: 'smtps://name:password@mail.example.com' })}
          >
            <b>{stateOf(name, values[name] ?? '', t('care.variableSet'), t('care.variableNone'))}</b>
          </SettingRow>
        ))}
    </SettingGroup>
  );
}

/** Returns the minutes, or how many addresses are set. */
function stateOf(name: CareVariable, value: string, set: string, none: string): string {
  if (name === 'minutes') return value;
  if (value === '0') return none;
  return name === 'mails' || name === 'webhooks' ? `${set}: ${value}` : set;
}
