import { useSettingOf } from '../../lib/app-store.ts';
import { useSession } from '../../lib/session.ts';

/** Returns true when the expected cash is hidden from the person who counts. */
export function useIsBlind(): boolean {
  const isSet = useSettingOf('BlindClose');
  const maySee = useSession((state) => state.user?.permissions.includes('shift.viewExpected') ?? false);
  return isSet && !maySee;
}
