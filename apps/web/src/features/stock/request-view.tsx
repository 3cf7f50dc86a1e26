import type { StockRequest } from '@atoll/domain/contract/stock/stock-request';
import { nextSteps, type RequestEffect, type RequestState, type RequestStep } from '@atoll/domain/stock/request';
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
import { useStockRefresh } from '../../stock/use-stock-refresh.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Input } from '../../ui/field/input.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { RequestFacts } from './request-facts.tsx';
import { RequestLines } from './request-lines.tsx';
import { RequestChip, requestsPath } from './request-list.tsx';

type ButtonState = keyof typeof looks;
const looks = {
  Cancelled: 'plain',
  Rejected: 'dangerSoft',
  Submitted: 'main',
  Approved: 'main',
  Ordered: 'main',
  Issued: 'main',
  InTransit: 'main',
  Received: 'main',
  Closed: 'outline',
} as const;
const order = Object.keys(looks) as ButtonState[];
const asked: readonly RequestState[] = ['Rejected', 'Cancelled'];

/** Returns the steps as buttons. Partial steps have none: they result from smaller quantities. */
function buttonsOf(request: StockRequest): RequestStep[] {
  return nextSteps(request)
    .filter((step): step is RequestStep & { to: ButtonState } => step.to in looks)
    .sort((a, b) => order.indexOf(a.to as ButtonState) - order.indexOf(b.to as ButtonState));
}

/** Receiving an ordered request moves no stock, but its quantities are entered the same way. */
const entered: readonly RequestEffect[] = ['approve', 'issue', 'receive'];

const isEntered = ({ effect }: RequestStep): boolean => effect !== undefined && entered.includes(effect);

type Shortage = 'Lost' | 'Returned';

/** Returns what is entered for the next step of a request, and a function that takes the step. */
function useRequestStep() {
  const refresh = useStockRefresh();
  const { act, busy, failure, setFailure } = useAct();
  const [typed, setTyped] = useState<Readonly<Record<number, number | null>>>({});
  const [reason, setReason] = useState('');
  const [shortage, setShortage] = useState<Shortage>('Lost');
  const [asking, setAsking] = useState<RequestState | null>(null);

  async function take(request: StockRequest, step: RequestStep, why = reason) {
    // An empty box is none; the server takes a line that is not sent as all of it.
    const lines = Object.entries(typed).map(([line, qty]) => ({ id: Number(line), qty: qty ?? 0 }));
    const isDone = await act(step.to, () =>
      call('request.status', {
        body: {
          id: request.id,
          status: step.to,
          version: request.version,
          ...(why.trim() ? { reason: why.trim() } : {}),
          ...(step.effect === 'close' ? { shortage } : {}),
          ...(isEntered(step) ? { lines } : {}),
        },
        inPlace: true,
      }),
    );
    setAsking(null);
    refresh();
    if (!isDone) return;
    setTyped({});
    setReason('');
  }
  /** Takes the step at once, or asks for its reason first. */
  const start = (request: StockRequest, step: RequestStep) =>
    asked.includes(step.to) ? setAsking(step.to) : void take(request, step);
  const stopAsking = () => {
    setAsking(null);
    setFailure(null);
  };
  return {
    busy,
    failure,
    typed,
    setTyped,
    reason,
    setReason,
    shortage,
    setShortage,
    asking,
    take,
    start,
    stopAsking,
  };
}

/** 'View Request': shows its items, its events, and the next steps as buttons. */
export function ViewRequest() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(requestsPath);
  const go = useGo(requestsPath);
  const entry = useRequestStep();
  const found = useFound('request.find', id, () => call('request.find', { params: { id }, inPlace: true }));
  return (
    <FoundPanel
      found={found}
      title={t('resource.view', { name: t('request.one') })}
      size="l"
      onClose={close}
      footer={(request) =>
        buttonsOf(request).length > 0 && (
          <>
            {request.status === 'Draft' && (
              <Button onClick={() => go(`edit/${request.id}`)}>{t('resource.editButton')}</Button>
            )}
            {buttonsOf(request).map((step) => (
              <Button
                key={step.to}
                look={looks[step.to as ButtonState]}
                busy={entry.busy === step.to}
                onClick={() => entry.start(request, step)}
              >
                {t(`request.steps.${step.to as ButtonState}`)}
              </Button>
            ))}
          </>
        )
      }
    >
      {(request) => <RequestBody request={request} entry={entry} />}
    </FoundPanel>
  );
}

interface RequestBodyProps {
  readonly request: StockRequest;
  readonly entry: ReturnType<typeof useRequestStep>;
}

/** Shows the items and events of a request, and asks for what its next step needs. */
function RequestBody({ request, entry }: RequestBodyProps) {
  const { t } = useTranslation();
  const { busy, failure, typed, setTyped, asking, take, stopAsking } = entry;
  const steps = buttonsOf(request);
  const step = steps.find(isEntered);
  const wanted = steps.find(({ to }) => to === asking);
  return (
    <div className={parts.stack}>
      <div className={parts.top}>
        <strong>{request.number}</strong>
        <RequestChip status={request.status} />
      </div>
      {failure && <FailureBox failure={failure} />}
      <RequestFacts request={request} />
      <RequestLines {...{ request, typed }} effect={step?.effect} errors={failure?.errors} onTyped={setTyped} />
      {request.purpose === 'Purchase' && <p className={parts.hint}>{t('request.purchaseHint')}</p>}
      <ShortageFields {...{ request, entry }} isReceived={step?.effect === 'receive'} />
      <StepList steps={request.steps} wordOf={(to) => t(`request.states.${to as RequestState}`)} />
      {wanted && (
        <AskReason
          title={t(`request.steps.${wanted.to as ButtonState}`)}
          action={t(`request.steps.${wanted.to as ButtonState}`)}
          busy={busy !== null}
          onConfirm={(why) => void take(request, wanted, why)}
          onClose={stopAsking}
        />
      )}
    </div>
  );
}

/** Asks why less arrived than was issued, and what becomes of the rest when the request is closed. */
function ShortageFields({ request, entry, isReceived }: RequestBodyProps & { readonly isReceived: boolean }) {
  const { t } = useTranslation();
  const { reason, setReason, shortage, setShortage } = entry;
  const closes = buttonsOf(request).some(({ effect }) => effect === 'close');
  return (
    <>
      {(isReceived || closes) && (
        <Input kind="text" label={t('request.shortReason')} value={reason} onChange={setReason} />
      )}
      {closes && request.purpose !== 'Purchase' && (
        <Segmented
          label={t('request.shortage')}
          value={shortage}
          onChange={setShortage}
          items={[
            { value: 'Lost', label: t('request.shortages.Lost') },
            { value: 'Returned', label: t('request.shortages.Returned') },
          ]}
        />
      )}
    </>
  );
}
