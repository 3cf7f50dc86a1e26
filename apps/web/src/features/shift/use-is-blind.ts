import { useSession } from '../../session/session.ts';
import { useSettingOf } from '../../sync/app-store.ts';

/** Returns true when the expected cash is hidden from the person who counts. */
export function useIsBlind(): boolean {
  const isSet = useSettingOf('BlindClose');
  const maySee = useSession((state) => state.user?.permissions.includes('shift.viewExpected') ?? false);
  return isSet && !maySee;
}
