import type { StockRequest } from '@atoll/domain/contract/stock/stock-request';
import { dayAndTime, recordDate } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { FactList } from '../../record/fact-list.tsx';
import { useTimezone } from '../../sync/outlet-time.ts';

/** Shows the facts of a request in labelled pairs. */
export function RequestFacts({ request }: { readonly request: StockRequest }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const facts: readonly (readonly [string, string])[] = [
    [t('request.purpose'), t(`request.purposes.${request.purpose}`)],
    [t('request.from'), request.fromStorageName],
    [t('request.to'), request.toStorageName],
    [t('request.neededBy'), request.neededBy ? recordDate(request.neededBy) : ''],
    [t('request.priority'), t(`request.priorities.${request.priority}`)],
    [t('stock.createdBy'), `${request.createdByName}, ${dayAndTime(request.createdAt, timezone)}`],
    [t('stock.reason'), request.reason],
    [t('stock.note'), request.note],
  ];
  return <FactList facts={facts} isGrid />;
}
