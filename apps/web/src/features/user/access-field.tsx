import { grantsOf, overridesFor } from '@atoll/domain/access/overrides';
import type { PermissionOverride, Role } from '@atoll/domain/access/permission';
import { roles } from '@atoll/domain/access/permission';
import { type PresetName, presetNames, presetOf, presetOverrides } from '@atoll/domain/access/preset';
import type { FormFieldProps } from '../../form/form-field.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { SelectField } from '../../ui/field/field.tsx';
import css from './access-parts.module.css';
import { PermissionEditor } from './permission-editor.tsx';

export interface AccessValue {
  readonly role: Role;
  readonly overrides: readonly PermissionOverride[];
}

const ownValue = 'own';

/** Edits the role or preset on top of User, and below it every permission one by one. */
export function AccessField({ field, value, onChange, faults = {} }: FormFieldProps) {
  const { t } = useTranslation();
  const access = value as AccessValue;
  const preset = presetOf(access.role, access.overrides) ?? ownValue;
  const grants = grantsOf(access.role, access.overrides);

  function choose(name: string): void {
    if (name === ownValue) return;
    const isRole = (roles as readonly string[]).includes(name);
    if (isRole) onChange({ role: name as Role, overrides: [] });
    else onChange({ role: 'User', overrides: presetOverrides(name as PresetName) });
  }

  const options = [...roles, ...presetNames].map((name) => ({ value: name as string, label: t(`user.roles.${name}`) }));
  const ownOption = { value: ownValue, label: t('user.ownRole', { role: t(`user.roles.${access.role}`) }) };
  return (
    <div className={css.fields}>
      <SelectField
        label={field.label}
        required
        hint={preset === ownValue ? t('user.ownHint') : t(`user.roleHints.${preset}`)}
        error={faults['role'] ?? faults['overrides']}
        options={preset === ownValue ? [ownOption, ...options] : options}
        value={preset}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <PermissionEditor
        grants={grants}
        onChange={(next) => onChange({ role: access.role, overrides: overridesFor(access.role, next) })}
      />
    </div>
  );
}
