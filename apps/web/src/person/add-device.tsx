import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api/api.ts';
import { tillNow } from '../clock/till-clock.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { NotLoaded } from '../record/not-loaded.tsx';
import { uuidv7 } from '../session/id.ts';
import { Alert } from '../ui/display/alert.tsx';
import { Button } from '../ui/display/button.tsx';
import { SkeletonRows } from '../ui/display/skeleton.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import css from './add-device.module.css';

interface Code {
  readonly url: string;
  readonly svg: string;
}

/** 'Add a device': the code by which a device comes to trust the shop, and the one by which the person joins there (R31.49). */
export function AddDevice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [key, setKey] = useState(uuidv7);
  return (
    <Modal title={t('shell.addDevice')} onClose={onClose}>
      <Codes key={key} codeKey={key} onAgain={() => setKey(uuidv7())} />
    </Modal>
  );
}

function Codes({ codeKey, onAgain }: { codeKey: string; onAgain: () => void }) {
  const { t } = useTranslation();
  const found = useQuery({
    queryKey: ['auth.joinCode', codeKey],
    queryFn: () => call('auth.joinCode', { body: { key: codeKey }, inPlace: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data } = found;
  if (found.isError && !data) return <NotLoaded found={found} isRow />;
  if (!data) return <SkeletonRows label={t('ui.loading')} />;
  const title = t(data.trust ? 'addDevice.joinSecond' : 'addDevice.join');
  return (
    <>
      {!isForOthers(data.join.url) && (
        <Alert>{t('addDevice.notForOthers', { address: new URL(data.join.url).origin })}</Alert>
      )}
      <div className={css.steps}>
        {data.trust && <Step title={t('addDevice.trust')} hint={t('addDevice.trustHint')} code={data.trust} />}
        <JoinStep title={title} code={data.join} until={Date.parse(data.expiresAt)} onAgain={onAgain} />
      </div>
    </>
  );
}

/** Returns whether other devices can join by an address: they need https, which no other machine has for 'localhost'. */
const isForOthers = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && hostname !== 'localhost';
};

const secondsUntil = (at: number): number => Math.max(0, Math.ceil((at - tillNow()) / 1000));

/** Returns the whole seconds until a time, updated each second. */
function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

interface JoinStepProps {
  readonly title: string;
  readonly code: Code;
  /** Epoch ms when the code ends. */
  readonly until: number;
  readonly onAgain: () => void;
}

function JoinStep({ title, code, until, onAgain }: JoinStepProps) {
  const { t } = useTranslation();
  const left = useSecondsLeft(until);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  if (left > 0) return <Step title={title} hint={t('addDevice.joinHint', { time })} code={code} />;
  return (
    <section className={css.step} aria-label={title}>
      <h3>{title}</h3>
      <p role="status">{t('addDevice.over')}</p>
      <Button look="accent" onClick={onAgain}>
        {t('addDevice.again')}
      </Button>
    </section>
  );
}

function Step({ title, hint, code }: { title: string; hint: string; code: Code }) {
  const { t } = useTranslation();
  return (
    <section className={css.step} aria-label={title}>
      <h3>{title}</h3>
      <img alt={t('addDevice.code', { title })} src={`data:image/svg+xml,${encodeURIComponent(code.svg)}`} />
      <p>{hint}</p>
    </section>
  );
}
