import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { TrustDevice } from '../../person/trust-device.tsx';
import { startPractice } from '../../sync/practice.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import type { IconName } from '../../ui/display/icon.tsx';
import { later } from '../../ui/hook/later.tsx';
import css from './ready-step.module.css';

const AddDevice = later(async () => (await import('../../person/add-device.tsx')).AddDevice);

/** The end of the first visit: other devices, practice, or the first bill (R31.50). */
export function ReadyStep() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'trust' | 'till'>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const { data: trust, isPending } = useQuery({
    queryKey: ['trust.read'],
    queryFn: () => call('trust.read', { quiet: true }),
  });
  const hello = trust?.hello;
  const sell = () => void navigate({ href: '/billing/new', replace: true });
  const close = () => setOpen(undefined);

  async function practise() {
    setBusy(true);
    setRefused(undefined);
    const problem = await startPractice();
    if (problem === null) return sell();
    setRefused(problem);
    setBusy(false);
  }

  return (
    <>
      <ul className={css.ways}>
        <Way
          icon="lock"
          name={t('trust.device')}
          hint={
            isPending || hello ? t('start.ready.trustHint') : t(trust ? 'start.ready.noAuthority' : 'start.noServer')
          }
          disabled={!hello}
          onOpen={() => setOpen('trust')}
        />
        <Way icon="plus" name={t('start.ready.till')} hint={t('start.ready.tillHint')} onOpen={() => setOpen('till')} />
        <Way
          icon="note"
          name={t('practice.switch')}
          hint={t('start.ready.practiceHint')}
          busy={busy}
          onOpen={() => void practise()}
        />
      </ul>
      {refused && <Alert>{refused}</Alert>}
      <footer>
        <Button look="main" size="l" autoFocus onClick={sell}>
          {t('start.ready.sell')}
        </Button>
      </footer>
      {open === 'trust' && hello && (
        <TrustDevice {...{ hello }} fingerprint={trust?.fingerprint ?? null} onClose={close} />
      )}
      {open === 'till' && <AddDevice onClose={close} />}
    </>
  );
}

interface WayProps {
  readonly icon: IconName;
  readonly name: string;
  readonly hint: string;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  readonly onOpen: () => void;
}

function Way({ icon, name, hint, disabled, busy, onOpen }: WayProps) {
  const id = useId();
  return (
    <li>
      <p id={id}>{hint}</p>
      <Button {...{ icon, disabled, busy }} look="accent" size="l" aria-describedby={id} onClick={onOpen}>
        {name}
      </Button>
    </li>
  );
}
