import { user } from '@atoll/domain/resources/user';
import { ResourceDelete } from '../../resource/resource-delete.tsx';

/** 'Delete User': deactivates the person; their records stay. */
export function DeleteUser() {
  return <ResourceDelete definition={user} />;
}
