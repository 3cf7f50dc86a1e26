import type { Result } from '@atoll/domain/refusal/refusal';
import { useState } from 'react';
import type { CommandOptions } from '../bills/server-call.ts';
import { sentenceText } from '../locale/sentence.ts';
import { useIsShown } from '../ui/hook/use-is-shown.ts';
import type { ApprovalSubject } from './approval.ts';
import { approved } from './approved.ts';
import { showRefusal } from './show-refusal.ts';

/** Returns what a dialog needs to run a command that may need an approval: whether it runs, and the text of its refusal. */
export function useApproved() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const isShown = useIsShown();
  /** Runs the command and returns its result. Returns undefined when it was refused or the person closed the approval. */
  async function run<T>(
    subject: ApprovalSubject,
    command: (options: CommandOptions) => Promise<Result<T>>,
  ): Promise<T | undefined> {
    setBusy(true);
    const done = await approved(subject, command).finally(() => setBusy(false));
    if (done?.ok) return done.value;
    if (done) setError(sentenceText(done.refusal.message));
    if (done && !isShown()) showRefusal(done.refusal);
    return undefined;
  }
  return { run, busy, error, setError };
}
