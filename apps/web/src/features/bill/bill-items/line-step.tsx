import { itemKeys } from '@atoll/domain/kitchen/kitchen-ticket';
import { lineProof } from '@atoll/domain/kitchen/line-proof';
import { useKitchen } from '../../../kitchen/kitchen.ts';
import { clockTime } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { lastOrderOf, useTickets } from '../../../printing/kept-tickets.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import css from './bill-items.module.css';

/** Shows how far a saved item has come, and since when: 'Seen 19:42'. Nothing where this till knows nothing of it (R23.25). */
export function LineStep({ itemKey }: { readonly itemKey: string }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const paper = useTickets(({ tickets }) => lastOrderOf(tickets, itemKey));
  const ticket = useKitchen(({ tickets }) =>
    tickets.find(
      ({ kind, lines }) => kind !== 'Cancel' && lines.some((line) => !line.isVoid && itemKeys(line).includes(itemKey)),
    ),
  );
  const proof = lineProof(itemKey, paper, ticket);
  if (!proof) return null;
  return (
    <small className={css.progress}>{t(`service.step.${proof.step}`, { time: clockTime(proof.at, timezone) })}</small>
  );
}
