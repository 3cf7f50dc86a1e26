import { user } from '@atoll/domain/resources/user';
import { ResourceDelete } from '../../resource/resource-delete.tsx';

/** 'Delete User': the person is deactivated; what they did stays. */
export function DeleteUser() {
  return <ResourceDelete definition={user} />;
}
