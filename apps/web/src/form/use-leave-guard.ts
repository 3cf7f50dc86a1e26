/** Asks before a form with changes is closed or its screen is left (R10.3). */
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useSession } from '../session/session.ts';
import { dropDraft } from './draft.ts';

interface GuardedForm {
  readonly draftKey: string;
  readonly isChanged: () => boolean;
  readonly onClosed: () => void;
}

interface LeaveGuard {
  /** True while the person is asked. */
  readonly isAsking: boolean;
  /** Closes the form, or asks first when it has changes. */
  readonly close: () => void;
  /** Closes the form without its changes. */
  readonly discard: () => void;
  /** Continues with the form. */
  readonly stay: () => void;
  /** Ends the form: its draft is removed, and nothing is asked any more. */
  readonly finish: () => void;
  readonly isDone: () => boolean;
}

/** Returns the actions that leave a form. */
export function useLeaveGuard({ draftKey, isChanged, onClosed }: GuardedForm): LeaveGuard {
  const [isAsking, setAsking] = useState(false);
  const isDone = useRef(false);
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
