import type { PermissionOverride, Role } from '@atoll/domain/access/permission';
import { presetOf } from '@atoll/domain/access/preset';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { useTranslation } from '../../locale/use-translation.ts';

/** Shows the role or preset of a user, or the role with individual exceptions. */
export function RoleWords({ record }: { record: ResourceRecord }) {
  const { t } = useTranslation();
  const role = record['role'] as Role;
  const preset = presetOf(role, record['overrides'] as readonly PermissionOverride[]);
  return preset ? t(`user.roles.${preset}`) : t('user.ownRole', { role: t(`user.roles.${role}`) });
}
