import { endpointsOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { menuItem } from '@atoll/domain/resources/menu-item';
import { useState } from 'react';
import { request } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useRefresh } from '../../resource/use-record.ts';
import { useSession } from '../../session/session.ts';
import { Checkbox } from '../../ui/choice/checkbox.tsx';
import styles from './sold-out-switch.module.css';

/** Switches whether an item can be sold now. Also for users who may change nothing else of it. */
export function SoldOutSwitch({ row }: { readonly row: ResourceRecord }) {
  const { t } = useTranslation();
  const refresh = useRefresh(menuItem);
  const mayChange = useSession(({ user }) =>
    ['menu.86', 'menu.edit'].some((permission) => user?.permissions.includes(permission)),
  );
  // The switched value is shown until the list is read again.
  const [switched, setSwitched] = useState<{ readonly to: boolean; readonly version: number } | null>(null);
  const shown = switched?.version === row.version ? switched.to : row['isAvailable'] === true;

  async function change(to: boolean): Promise<void> {
    setSwitched({ to, version: row.version });
    const { method, path } = endpointsOf(menuItem).update;
    try {
      await request(method, path, { body: { id: row.id, version: row.version, isAvailable: to } });
    } catch {
      // The refusal was shown, so the switch goes back.
      setSwitched(null);
    }
    refresh();
  }

  return (
    // A tap on the switch does not count as a tap on the row.
    <div role="presentation" className={styles.cell} onClick={(event) => event.stopPropagation()}>
      <Checkbox
        look="switch"
        label={t('menuItem.available', { name: String(row[menuItem.label]) })}
        value={shown}
        disabled={!mayChange}
        onChange={(to) => void change(to)}
      />
    </div>
  );
}
