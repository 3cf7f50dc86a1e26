import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/api.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { deviceWords } from '../../person/device-words.ts';
import { useSession } from '../../session/session.ts';

/** So many characters of the device id distinguish two devices of the same name. */
const tailLength = 4;

/** Returns the devices of the outlet's users as choices, the last used first. */
export function useDevices(enabled = true): { readonly value: string; readonly label: string }[] {
  const outletId = useSession((state) => state.scope?.outletId);
  const found = useQuery({
    queryKey: ['audit.devices', outletId],
    enabled,
    queryFn: () => call('audit.devices', { inPlace: true }),
  });
  const devices = (found.data ?? []).map(({ id, name }) => ({ id, name: deviceWords(name) || name || id }));
  const isAmbiguous = (name: string): boolean => devices.filter((other) => other.name === name).length > 1;
  return devices.map(({ id, name }) => ({
    value: id,
    label: isAmbiguous(name) && name !== id ? joinedList([name, id.slice(-tailLength)]) : name,
  }));
}
