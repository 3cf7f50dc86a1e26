import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { wallClock } from '@atoll/domain/date/business-day';
import { customer } from '@atoll/domain/resources/customer';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { AskReason } from '../../bill/reason/ask-reason.tsx';
import { tillNow } from '../../clock/till-clock.ts';
import { FailureBox } from '../../form/form-dialog.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { useCanCall, useRefresh } from '../../resource/use-record.ts';
import { saveFile } from '../../storage/save-file.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import css from './personal-data.module.css';

/** Exports a file with everything that is stored about a person, or erases it, as the person may request. */
export function PersonalData({ record }: { readonly record: ResourceRecord }) {
  const { t } = useTranslation();
  const mayExport = useCanCall('customer.personal');
  const mayErase = useCanCall('customer.erase') && record.isActive;
  const { act, busy, failure } = useAct();
  const refresh = useRefresh(customer);
  const close = useReturn(customer.path);
  const timezone = useTimezone();
  const [isAsking, setAsking] = useState(false);

  const give = () =>
    act('export', async () => {
      const data = await call('customer.personal', { params: { id: String(record.id) }, inPlace: true });
      const { date } = wallClock(tillNow(), timezone);
      const name = t('customer.exportFile', { code: String(record['code']), date });
      saveFile(`${name}.json`, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    });

  async function erase(reason: string) {
    if (!(await act('erase', () => call('customer.erase', { body: { id: record.id, reason }, inPlace: true })))) return;
    refresh();
    close();
    showToast(t('customer.erased'), 'good');
  }

  if (!mayExport && !mayErase) return null;
  return (
    <section className={css.personal} aria-label={t('customer.personal')}>
      <h3>{t('customer.personal')}</h3>
      {failure && !isAsking && <FailureBox failure={failure} />}
      <div className={css.acts}>
        {mayExport && (
          <Button busy={busy === 'export'} onClick={() => void give()}>
            {t('customer.exportPersonal')}
          </Button>
        )}
        {mayErase && <Button onClick={() => setAsking(true)}>{t('customer.erase')}</Button>}
      </div>
      {isAsking && (
        <AskReason
          title={t('customer.erase')}
          action={t('customer.erase')}
          busy={busy === 'erase'}
          onConfirm={(reason) => void erase(reason)}
          onClose={() => setAsking(false)}
        >
          {failure && <FailureBox failure={failure} />}
          <p>{t('customer.eraseWhat', { name: String(record['name'] || record['phone']) })}</p>
          <p>{t('customer.eraseBills')}</p>
          <p className={css.lost}>{t('customer.eraseForGood')}</p>
        </AskReason>
      )}
    </section>
  );
}
