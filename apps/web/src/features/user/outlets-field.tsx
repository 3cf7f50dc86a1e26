import type { FormFieldProps } from '../../form/form-field.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { FoundByName } from '../../ui/choice/found-by-name.tsx';
import { CheckField } from '../../ui/field/field.tsx';
import shared from './access-parts.module.css';
import css from './outlets-field.module.css';

/** Chooses the person's outlets out of the editor's own; the first ticked one is where they start. */
export function OutletsField({ field, value, onChange, onBlur, error }: FormFieldProps) {
  const { t } = useTranslation();
  const outlets = useSession((state) => state.outlets);
  const chosen = value as readonly number[];
  return (
    <fieldset className={shared.group}>
      <legend>
        {field.label}
        <span aria-hidden="true"> *</span>
      </legend>
      <FoundByName items={outlets} label={t('outlet.find')} isKept={({ outletId }) => chosen.includes(outletId)}>
        {(found) => (
          <div className={shared.checks}>
            {found.map(({ outletId, name }) => (
              <CheckField
                key={outletId}
                label={name}
                checked={chosen.includes(outletId)}
                onBlur={onBlur}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked ? [...chosen, outletId] : chosen.filter((known) => known !== outletId),
                  )
                }
              />
            ))}
          </div>
        )}
      </FoundByName>
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
