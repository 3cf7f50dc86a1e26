/** Asks before a form with changes is closed or its screen is left (R10.3). */
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useSession } from '../session/session.ts';
import { useAsksItself } from '../ui/overlay/back.ts';
import { dropDraft } from './draft.ts';

interface GuardedForm {
  readonly draftKey: string;
  readonly isChanged: () => boolean;
  readonly onClosed: () => void;
}

interface LeaveGuard {
  /** True while the question is shown. */
  readonly isAsking: boolean;
  /** Closes the form, or asks first when it has changes. */
  readonly close: () => void;
  /** Closes the form without its changes. */
  readonly discard: () => void;
  /** Continues with the form. */
  readonly stay: () => void;
  /** Removes the draft of the form; the person is not asked from then on. */
  readonly finish: () => void;
  /** Returns whether the form was finished or closed. */
  readonly isDone: () => boolean;
}

/** Returns the actions that close a form, or ask the person first. Also blocks leaving the screen while the form has changes. */
export function useLeaveGuard({ draftKey, isChanged, onClosed }: GuardedForm): LeaveGuard {
  const [isAsking, setAsking] = useState(false);
  const isDone = useRef(false);
  useAsksItself();
  const blocker = useBlocker({
    shouldBlockFn: () => !isDone.current && useSession.getState().user !== null && isChanged(),
    enableBeforeUnload: false,
    withResolver: true,
  });
  const finish = () => {
    isDone.current = true;
    dropDraft(draftKey);
  };
  return {
    isAsking: isAsking || blocker.status === 'blocked',
    close() {
      if (isChanged()) return setAsking(true);
      isDone.current = true;
      return onClosed();
    },
    discard() {
      finish();
      if (blocker.status === 'blocked') blocker.proceed();
      else onClosed();
    },
    stay() {
      setAsking(false);
      if (blocker.status === 'blocked') blocker.reset();
    },
    finish,
    isDone: () => isDone.current,
  };
}
