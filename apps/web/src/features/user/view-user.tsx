import type { PermissionOverride, Role } from '@atoll/domain/access/permission';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { fieldOf } from '@atoll/domain/resources/define-resource';
import { user } from '@atoll/domain/resources/user';
import { useState } from 'react';
import { CallError, call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { DeviceList } from '../../person/device-list.tsx';
import { DetailCard } from '../../resource/detail-card.tsx';
import { ResourceCard } from '../../resource/resource-card.tsx';
import { useCanWrite, useRefresh } from '../../resource/use-record.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Button } from '../../ui/display/button.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { LostPhone } from './lost-phone.tsx';
import { PermissionWords } from './permission-words.tsx';
import { RoleWords } from './role-words.tsx';
import css from './view-user.module.css';

const shown = user.views.card.filter((key) => key !== 'avatar' && key !== 'role').map((key) => fieldOf(user, key));

/** 'View User': shows the person, their permissions, and their devices. */
export function ViewUser() {
  const canWrite = useCanWrite(user);
  return (
    <ResourceCard
      definition={user}
      card={(record) => (
        <>
          <div className={css.person}>
            <Avatar name={String(record['name'])} image={record['avatar'] as string | null} size={72} />
            <span className={css.words}>
              <b>{String(record['name'])}</b>
              <RoleWords record={record} />
            </span>
          </div>
          <DetailCard fields={shown} record={record} />
          <PermissionWords
            role={record['role'] as Role}
            overrides={record['overrides'] as readonly PermissionOverride[]}
          />
        </>
      )}
      below={(record) =>
        canWrite &&
        (record.isActive ? (
          <>
            <DeviceList userId={record.id} />
            <LostPhone record={record} />
          </>
        ) : (
          <ActivateAgain record={record} />
        ))
      }
    />
  );
}

function ActivateAgain({ record }: { record: ResourceRecord }) {
  const { t } = useTranslation();
  const refresh = useRefresh(user);
  const [busy, setBusy] = useState(false);

  async function activate(): Promise<void> {
    setBusy(true);
    try {
      await call('app_user.update', {
        body: { id: record.id, version: record.version, isActive: true },
        inPlace: true,
      });
      refresh();
      showToast(t('user.activated', { name: String(record['name']) }), 'good');
    } catch (error) {
      showToast(error instanceof CallError ? error.message : t('resource.away'), 'warning');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button look="accent" busy={busy} onClick={() => void activate()}>
      {t('user.activate')}
    </Button>
  );
}
