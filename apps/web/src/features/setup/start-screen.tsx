import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { CallError, call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Mark } from '../../ui/display/mark.tsx';
import { useFaultFocus } from '../../ui/hook/use-fault-focus.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { finishStart } from './finish.ts';
import { MenuStep } from './menu-step.tsx';
import { OutletStep } from './outlet-step.tsx';
import { OwnerStep } from './owner-step.tsx';
import { PrinterStep } from './printer-step.tsx';
import { ReadyStep } from './ready-step.tsx';
import { SlotsStep } from './slots-step.tsx';
import { isDone, type StepProblems, stepProblems } from './start-check.ts';
import { restoreSecrets, type Step, steps, useOwnerCode, useStart } from './start-draft.ts';
import css from './start-screen.module.css';

const noProblems: StepProblems = { own: {}, outlet: {} };

/** Leaves for the sign-in screen if the store has an owner already, but not while this till creates one; otherwise asks for the owner code where it is needed. */
function useStoreState(busy: boolean): void {
  const navigate = useNavigate();
  const info = useQuery({ queryKey: ['app.info'], queryFn: () => call('app.info', { quiet: true }) });
  const isOwned = info.data?.isNew === false;
  const needsOwnerCode = info.data?.needsOwnerCode;
  useEffect(() => {
    if (isOwned && !busy) void navigate({ to: pathTo('Login'), replace: true });
  }, [isOwned, busy, navigate]);
  useEffect(() => {
    if (needsOwnerCode !== undefined) useOwnerCode.setState({ needsOwnerCode });
  }, [needsOwnerCode]);
}

/** Returns functions to move between the steps and to finish, and why the server refused. */
function useSteps() {
  const { t } = useTranslation();
  const { step, values, secrets, go } = useStart();
  const { needsOwnerCode } = useOwnerCode();
  const [isSubmitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isReady, setReady] = useState(false);
  const [refused, setRefused] = useState<string>();
  const isComplete = (one: Step) => isDone(stepProblems(one, values, secrets, needsOwnerCode));
  const problems = stepProblems(step, values, secrets, needsOwnerCode);

  const move = (to: Step, isChecked = false) => {
    setSubmitted(isChecked);
    setRefused(undefined);
    go(to);
  };

  async function finish() {
    const open = steps.find((one) => !isComplete(one));
    if (open) return move(open, true);
    setBusy(true);
    setRefused(undefined);
    try {
      await finishStart();
      setReady(true);
    } catch (caught) {
      const body = caught instanceof CallError ? caught.body : null;
      const [field] = Object.values(body?.errors ?? {});
      if (body?.reason === 'ownerCodeWrong') {
        useOwnerCode.setState({ needsOwnerCode: true });
        go('owner');
      }
      setRefused(body ? [body.message, field].filter(Boolean).join('. ') : t('start.noServer'));
      setBusy(false);
    }
  }

  function next() {
    if (!isDone(problems)) return setSubmitted(true);
    const index = steps.indexOf(step);
    // What is typed here can make an earlier step wrong: the name of the outlet is no good password.
    const earlier = steps.slice(0, index).find((one) => !isComplete(one));
    if (earlier) return move(earlier, true);
    const following = steps[index + 1];
    if (following) return move(following);
    return void finish();
  }
  return { step, isComplete, problems: isSubmitted ? problems : noProblems, busy, isReady, refused, move, next };
}

/** Shows the first visit to a store without an owner: five short steps to the first bill, then what else there is to do. */
export function StartScreen() {
  const { t } = useTranslation();
  const { step, isComplete, problems, busy, isReady, refused, move, next } = useSteps();
  useEffect(() => {
    void restoreSecrets();
  }, []);
  useStoreState(busy || isReady);

  const [screen, setScreen] = useState<HTMLElement | null>(null);
  const otherFaults = useFaultFocus(screen);
  useEffect(() => {
    // Newer browsers return a promise here, which is not a clean-up function.
    screen?.scrollTo(0, 0);
  }, [screen, step, isReady]);

  const pages: Record<Step, ReactNode> = {
    owner: <OwnerStep problems={problems} />,
    outlet: <OutletStep problems={problems} />,
    slots: <SlotsStep problems={problems} />,
    printer: <PrinterStep />,
    menu: <MenuStep problems={problems} />,
  };
  const previous = steps[steps.indexOf(step) - 1];
  if (isReady)
    return (
      <main ref={setScreen} className={css.screen}>
        <header className={css.head}>
          <Mark size={44} />
          <h1>{t('start.ready.title')}</h1>
          <p>{t('start.ready.hint')}</p>
        </header>
        <section className={css.card}>
          <ReadyStep />
        </section>
      </main>
    );
  return (
    <main ref={setScreen} className={css.screen}>
      <header className={css.head}>
        <Mark size={44} />
        <h1>{t('start.title')}</h1>
        <p>{t('start.hint')}</p>
      </header>
      <StepNav {...{ step, isComplete }} onMove={move} />
      <form
        className={css.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          next();
        }}
      >
        <header>
          <h2>{t(`start.step.${step}.title`)}</h2>
          <p>{t(`start.step.${step}.hint`)}</p>
        </header>
        {pages[step]}
        {refused && <Alert>{refused}</Alert>}
        {otherFaults > 0 && <Hint role="status">{t('resource.otherFaults', { count: otherFaults })}</Hint>}
        <footer>
          {previous && (
            <Button size="l" disabled={busy} onClick={() => move(previous)}>
              {t('start.back')}
            </Button>
          )}
          <Button type="submit" look="main" size="l" busy={busy}>
            {step === 'menu' ? t('start.finish') : t('start.next')}
          </Button>
        </footer>
      </form>
    </main>
  );
}

interface StepNavProps {
  readonly step: Step;
  readonly isComplete: (step: Step) => boolean;
  readonly onMove: (to: Step) => void;
}

/** Lists the steps. A later step opens once all before it are complete. */
function StepNav({ step, isComplete, onMove }: StepNavProps) {
  const { t } = useTranslation();
  const at = steps.indexOf(step);
  return (
    <nav aria-label={t('start.steps')}>
      <ol className={css.steps}>
        {steps.map((one, index) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === step ? 'step' : undefined}
              disabled={index > at && !steps.slice(0, index).every(isComplete)}
              onClick={() => onMove(one)}
            >
              <span aria-hidden="true">
                {index < at && isComplete(one) ? <Icon name="check" size={16} /> : index + 1}
              </span>
              <b>{t(`start.step.${one}.name`)}</b>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
