import type { AuditEntry } from '@atoll/domain/contract/outlet/audit';
import { Link } from '@tanstack/react-router';
import { dayAndTime } from '../../../locale/instant.ts';
import { labelText } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { deviceWords } from '../../../person/device-words.ts';
import { DetailCard } from '../../../resource/detail-card.tsx';
import { useSession } from '../../../session/session.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { buttonClass } from '../../../ui/display/button.tsx';
import { Drawer } from '../../../ui/overlay/overlay.tsx';
import css from './audit.module.css';
import { actionText, linesOf, recordPath, recordText } from './audit-words.ts';

/** Shows one entry of the history: who and when, and each value before and after. */
export function AuditDrawer({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const permissions = useSession((state) => state.user?.permissions) ?? [];
  const changes = linesOf(entry, timezone);
  const record = recordText(entry);
  const path = recordPath(entry, permissions);
  const text = (key: string, label: string) => ({ key, label, kind: 'text' as const });
  return (
    <Drawer
      title={`${labelText(entry.subject)}: ${actionText(entry)}`}
      onClose={onClose}
      size="l"
      footer={
        path && (
          <Link to={path} className={buttonClass({ look: 'main' })}>
            {t('audit.open')}
          </Link>
        )
      }
    >
      <DetailCard
        fields={[
          text('time', t('audit.at')),
          ...(record ? [text('record', t('audit.record'))] : []),
          text('person', t('audit.person')),
          ...(entry.sentBy ? [text('sentBy', t('audit.sentBy'))] : []),
          ...(entry.isRevoked ? [text('revoked', t('audit.permission'))] : []),
          text('approvedBy', t('audit.approvedBy')),
          text('device', t('audit.device')),
          text('key', t('audit.key')),
        ]}
        record={{
          ...entry,
          record,
          device: deviceWords(entry.device) || entry.device,
          revoked: t('audit.revoked', { name: entry.person }),
          time: dayAndTime(entry.at, timezone),
        }}
      />
      {changes.length === 0 ? (
        <p className={css.none}>{t('audit.nothing')}</p>
      ) : (
        <table className={css.changes}>
          <caption className="visually-hidden">{t('audit.change')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('audit.field')}</th>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.field}>
                <th scope="row">{change.field}</th>
                <td className={css.was}>{change.was ?? '–'}</td>
                <td className={css.is}>{change.is ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  );
}
