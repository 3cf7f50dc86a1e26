import type { StockCount } from '@atoll/domain/contract/stock/stock-count';
import { type CountState, nextCountStates } from '@atoll/domain/stock/count';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { AskReason } from '../../bill/ask-reason.tsx';
import { FailureBox } from '../../form/form-dialog.tsx';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import css from '../../record/record-view.module.css';
import { StepList } from '../../record/step-list.tsx';
import { useGo } from '../../resource/resource-card.tsx';
import { useHasPermission } from '../../resource/use-record.ts';
import { useStockRefresh } from '../../stock/use-stock-refresh.ts';
import { Button } from '../../ui/display/button.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { CountFound } from './count-found.tsx';
import { CountChip, countsPath } from './count-list.tsx';
import { CountSheet } from './count-sheet.tsx';

const looks = { Cancelled: 'plain', Counting: 'main', Review: 'main', Posted: 'main' } as const;
type ButtonState = keyof typeof looks;

/** 'View Count': shows the sheet during counting, the result during review, and the next steps as buttons. */
export function ViewCount() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(countsPath);
  const go = useGo(countsPath);
  const refresh = useStockRefresh();
  const canCount = useHasPermission('stock.count');
  const { act, busy, failure } = useAct();
  const [isAsking, setAsking] = useState(false);
  const found = useFound('count.find', id, () => call('count.find', { params: { id }, quiet: true }));

  async function take(count: StockCount, status: CountState, reason?: string) {
    await act(status, () =>
      call('count.status', { body: { id: count.id, status, ...(reason ? { reason } : {}) }, quiet: true }),
    );
    setAsking(false);
    refresh();
  }
  const wordOf = (count: StockCount, to: ButtonState) =>
    t(`count.steps.${to === 'Counting' && count.status === 'Review' ? 'Again' : to}`);
  const stepsOf = (count: StockCount) =>
    canCount ? (Object.keys(looks) as ButtonState[]).filter((to) => nextCountStates(count.status).includes(to)) : [];

  return (
    <FoundPanel
      found={found}
      title={t('resource.view', { name: t('count.one') })}
      size="l"
      onClose={close}
      footer={(count) =>
        stepsOf(count).length > 0 && (
          <>
            {count.status === 'Draft' && canCount && (
              <Button onClick={() => go(`edit/${count.id}`)}>{t('resource.editButton')}</Button>
            )}
            {stepsOf(count).map((to) => (
              <Button
                key={to}
                look={to === 'Counting' && count.status === 'Review' ? 'outline' : looks[to]}
                busy={busy === to}
                onClick={() => (to === 'Cancelled' ? setAsking(true) : void take(count, to))}
              >
                {wordOf(count, to)}
              </Button>
            ))}
          </>
        )
      }
    >
      {(count) => (
        <div className={css.stack}>
          <div className={css.top}>
            <strong>{count.number}</strong>
            <CountChip status={count.status} />
            <span className={css.hint}>
              {count.storageName} · {t(`count.scopes.${count.scope}`)}
              {count.category && ` · ${count.category}`}
            </span>
          </div>
          {failure && <FailureBox failure={failure} />}
          {count.note && <p>{count.note}</p>}
          {count.status === 'Counting' && canCount ? (
            <CountSheet count={count} onSaved={() => void found.refetch()} />
          ) : (
            count.lines.length > 0 && count.status !== 'Draft' && <CountFound count={count} />
          )}
          <StepList steps={count.steps} wordOf={(to) => t(`count.states.${to as CountState}`)} />
          {isAsking && (
            <AskReason
              title={t('count.steps.Cancelled')}
              action={t('count.steps.Cancelled')}
              busy={busy !== null}
              onGo={(reason) => void take(count, 'Cancelled', reason)}
              onClose={() => setAsking(false)}
            />
          )}
        </div>
      )}
    </FoundPanel>
  );
}
