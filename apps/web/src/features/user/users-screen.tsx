import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { user } from '@atoll/domain/resources/user';
import type { GridColumn } from '../../grid/grid.ts';
import { t } from '../../locale/locale.ts';
import { ResourceGrid } from '../../resource/resource-grid.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { RoleWords } from './role-words.tsx';

/** Lists the users who share an outlet with the person. */
export function UsersScreen() {
  const columns: GridColumn<ResourceRecord>[] = [
    {
      key: 'avatar',
      label: t('user.image'),
      width: 72,
      cell: (row) => <Avatar name={String(row['name'])} image={row['avatar'] as string | null} size={36} />,
      text: (row) => row['avatar'] as string | null,
    },
    {
      key: 'email',
      label: t('session.email'),
      sortable: true,
      width: 220,
      cell: (row) => String(row['email']),
    },
    {
      key: 'role',
      label: t('user.role'),
      sortable: true,
      cell: (row) => <RoleWords record={row} />,
      text: (row) => String(row['role']),
    },
  ];
  return <ResourceGrid definition={user} columns={columns} />;
}
