import { type Grant, groupScreens } from '@atoll/domain/access/overrides';
import {
  type ActionPermission,
  actionLimits,
  actionPermissions,
  type Effect,
  effects,
  type GivenPermission,
  screenPermissions,
} from '@atoll/domain/access/permission';
import { actionKey } from '../../approval/action-words.ts';
import { useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { CheckField } from '../../ui/field/field.tsx';
import { Input } from '../../ui/field/input.tsx';
import shared from './access-parts.module.css';
import css from './permission-editor.module.css';

type Grants = ReadonlyMap<GivenPermission, Grant>;

interface PermissionEditorProps {
  readonly grants: Grants;
  readonly onChange: (grants: Grants) => void;
}

/**
 * Edits permissions: screens to tick; actions to allow, to allow with an approval or to deny, some up to a limit
 * (docs/rules.md#permissions, docs/rules.md#grants). Users cannot grant a permission that they do not have.
 */
export function PermissionEditor({ grants, onChange }: PermissionEditorProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const ownPermissions = useSession((state) => state.user?.permissions);
  const write = (permission: GivenPermission, grant: Grant) => onChange(new Map([...grants, [permission, grant]]));
  const mayGive = (permission: GivenPermission) => ownPermissions?.includes(permission) ?? false;
  const screens = screenPermissions.filter((screen) => !(screen in groupScreens));
  return (
    <details className={css.editor}>
      <summary>{t('user.permissions')}</summary>
      <fieldset className={shared.group}>
        <legend>{t('user.screens')}</legend>
        <div className={shared.checks}>
          {screens.map((screen) => {
            const isHeld = grants.get(screen)?.effect === 'allow';
            return (
              <CheckField
                key={screen}
                label={localize(screen)}
                checked={isHeld}
                disabled={!isHeld && !mayGive(screen)}
                onChange={(event) => write(screen, { effect: event.currentTarget.checked ? 'allow' : 'deny' })}
              />
            );
          })}
        </div>
      </fieldset>
      <fieldset className={shared.group}>
        <legend>{t('user.actions')}</legend>
        <ul className={css.actions}>
          {actionPermissions.map((action) => (
            <Action
              key={action}
              action={action}
              grant={grants.get(action) ?? { effect: 'deny' }}
              mayGive={mayGive(action)}
              onChange={(grant) => write(action, grant)}
            />
          ))}
        </ul>
      </fieldset>
    </details>
  );
}

interface ActionProps {
  readonly action: ActionPermission;
  readonly grant: Grant;
  readonly mayGive: boolean;
  readonly onChange: (grant: Grant) => void;
}

function Action({ action, grant, mayGive, onChange }: ActionProps) {
  const { t } = useTranslation();
  const name = t(actionKey(action));
  const kind = actionLimits[action];
  const limit = {
    label: t('user.limitOf', { action: name }),
    placeholder: t('user.noLimit'),
    value: grant.limit ?? null,
    onChange: (value: number | null) => onChange({ effect: 'allow', limit: value ?? undefined }),
  };
  const isWeaker = (effect: Effect) => effects.indexOf(effect) >= effects.indexOf(grant.effect);
  return (
    <li className={css.action}>
      <span>{name}</span>
      <span className={css.effects} role="radiogroup" aria-label={name}>
        {effects.map((effect) => (
          <label key={effect} className={css.effect} data-effect={effect}>
            <input
              type="radio"
              name={`effect ${action}`}
              checked={grant.effect === effect}
              disabled={!mayGive && !isWeaker(effect)}
              onChange={() => onChange({ effect })}
            />
            <span>{t(`user.effects.${effect}`)}</span>
          </label>
        ))}
      </span>
      {kind && grant.effect === 'allow' && (
        <span className={css.limit}>
          <Input kind={kind === 'percent' ? 'percent' : 'money'} {...limit} />
        </span>
      )}
    </li>
  );
}
