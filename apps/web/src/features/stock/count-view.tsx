import type { StockCount } from '@atoll/domain/contract/stock/stock-count';
import { type CountState, nextCountStates } from '@atoll/domain/stock/count';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { AskReason } from '../../bill/reason/ask-reason.tsx';
import { FailureBox } from '../../form/form-dialog.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import parts from '../../record/record-parts.module.css';
import { StepList } from '../../record/step-list.tsx';
import { useGo } from '../../resource/resource-card.tsx';
import { useCanCall } from '../../resource/use-record.ts';
import { useStockRefresh } from '../../stock/use-stock-refresh.ts';
import { Button } from '../../ui/display/button.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { CountFound } from './count-found.tsx';
import { CountChip, countsPath } from './count-list.tsx';
import { CountSheet } from './count-sheet.tsx';

const looks = { Cancelled: 'plain', Counting: 'main', Review: 'main', Posted: 'main' } as const;
type ButtonState = keyof typeof looks;

/** Returns the next steps of a count that have a button. */
const stepsOf = (count: StockCount): ButtonState[] =>
  (Object.keys(looks) as ButtonState[]).filter((to) => nextCountStates(count.status).includes(to));

/** 'View Count': shows the sheet during counting, the result during review, and the next steps as buttons. */
export function ViewCount() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(countsPath);
  const go = useGo(countsPath);
  const refresh = useStockRefresh();
  const canCount = useCanCall('count.update');
  const { act, busy, failure } = useAct();
  const [isAsking, setAsking] = useState(false);
  const found = useFound('count.find', id, () => call('count.find', { params: { id }, inPlace: true }));

  async function take(count: StockCount, status: CountState, reason?: string) {
    await act(status, () =>
      call('count.status', { body: { id: count.id, status, ...(reason ? { reason } : {}) }, inPlace: true }),
    );
    setAsking(false);
    refresh();
  }

  return (
    <FoundPanel
      found={found}
      title={t('resource.view', { name: t('count.one') })}
      size="l"
      onClose={close}
      footer={(count) =>
        canCount &&
        stepsOf(count).length > 0 && (
          <CountButtons
            count={count}
            busy={busy}
            onEdit={() => go(`edit/${count.id}`)}
            onStep={(to) => (to === 'Cancelled' ? setAsking(true) : void take(count, to))}
          />
        )
      }
    >
      {(count) => (
        <div className={parts.stack}>
          <div className={parts.top}>
            <strong>{count.number}</strong>
            <CountChip status={count.status} />
            <span className={parts.hint}>
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
              onConfirm={(reason) => void take(count, 'Cancelled', reason)}
              onClose={() => setAsking(false)}
            />
          )}
        </div>
      )}
    </FoundPanel>
  );
}

interface CountButtonsProps {
  readonly count: StockCount;
  /** The step that is being sent. */
  readonly busy: string | null;
  readonly onEdit: () => void;
  readonly onStep: (to: ButtonState) => void;
}

/** Shows the next steps of a count as buttons. From review, 'Counting' means to count again. */
function CountButtons({ count, busy, onEdit, onStep }: CountButtonsProps) {
  const { t } = useTranslation();
  const isAgain = (to: ButtonState) => to === 'Counting' && count.status === 'Review';
  return (
    <>
      {count.status === 'Draft' && <Button onClick={onEdit}>{t('resource.editButton')}</Button>}
      {stepsOf(count).map((to) => (
        <Button key={to} look={isAgain(to) ? 'outline' : looks[to]} busy={busy === to} onClick={() => onStep(to)}>
          {t(`count.steps.${isAgain(to) ? 'Again' : to}`)}
        </Button>
      ))}
    </>
  );
}
