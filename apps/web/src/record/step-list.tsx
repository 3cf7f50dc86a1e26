import { dayAndTime } from '../locale/instant.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { Timeline } from './timeline.tsx';

interface StepListProps {
  readonly steps: readonly {
    readonly to: string;
    readonly at: string;
    readonly byName: string;
    readonly reason: string;
  }[];
  /** Returns the label of a state. */
  readonly wordOf: (to: string) => string;
}

/** Shows the history of a record, latest first. */
export function StepList({ steps, wordOf }: StepListProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  return (
    <Timeline title={t('stock.history')} list="ol">
      {[...steps].reverse().map((step, at) => (
        // Steps are only appended.
        <li key={steps.length - at}>
          <strong>{wordOf(step.to)}</strong>
          <span>{t('stock.stepBy', { name: step.byName, time: dayAndTime(step.at, timezone) })}</span>
          {step.reason && <q>{step.reason}</q>}
        </li>
      ))}
    </Timeline>
  );
}
