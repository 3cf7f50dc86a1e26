import type { Bill } from '@atoll/domain/bill/bill';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { type BillSearch, billSearchOf } from '../../bill/bill-search.ts';
import { DataGrid } from '../../grid/data-grid.tsx';
import type { RowActions } from '../../grid/grid.ts';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { shortDay } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { buttonClass } from '../../ui/display/button.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { historyColumns } from './history-columns.tsx';
import { historyFilters } from './history-filters.ts';

/** Billing History: lists every bill of the outlet. The drawer of a bill opens over the list, which stays mounted. */
export function HistoryScreen() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const address = useRouterState({ select: (state) => state.location.search as Record<string, unknown> });
  const [asked, setAsked] = useState(() => billSearchOf(address));
  // While the drawer of a bill is open, the address does not contain the list's filters.
  const now = path === pathTo('Billing History') ? billSearchOf(address) : asked;
  const key = JSON.stringify(now);
  if (key !== JSON.stringify(asked)) setAsked(now);
  // Other filters mean another list, so the search text is not carried over.
  return <Bills key={key} asked={now} />;
}

function Bills({ asked }: { asked: BillSearch | null }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const { search = '', ...filters } = asked ?? {};
  const list = useGridPage<Bill>('bill.list', { hasTime: asked === null, initial: { search, filters } });
  const navigate = useNavigate();
  const go = (what: 'settle' | 'edit' | 'void', bill: Bill) =>
    void navigate({ to: `/billing/history/${what}/$id`, params: { id: String(bill.id) } });
  const more: RowActions<Bill> = (bill) =>
    bill.isOpen
      ? [
          { label: t('service.settle'), icon: 'check', onSelect: () => go('settle', bill) },
          { label: t('service.edit'), icon: 'note', onSelect: () => go('edit', bill) },
          { label: t('service.voidBill'), icon: 'trash', danger: true, onSelect: () => go('void', bill) },
        ]
      : [];
  const routes = useGridRoutes<Bill>({
    path: '/billing/history',
    idOf: (bill) => String(bill.id),
    canWrite: false,
    more,
  });
  return (
    <>
      <DataGrid
        title={t('history.title')}
        columns={historyColumns(t, timezone)}
        filters={historyFilters(t)}
        {...list}
        {...routes}
        emptyHint={t('history.emptyHint')}
        tools={asked && <Narrowed asked={asked} />}
      />
      <Outlet />
    </>
  );
}

/** Says that the list shows the bills of one figure, and links to all bills. */
function Narrowed({ asked: { fromDay = '', toDay = fromDay } }: { asked: BillSearch }) {
  const { t } = useTranslation();
  return (
    <>
      {fromDay && (
        <span>
          {fromDay === toDay
            ? shortDay(fromDay, true)
            : t('report.days', { from: shortDay(fromDay, true), to: shortDay(toDay, true) })}
        </span>
      )}
      <Link to={pathTo('Billing History')} className={buttonClass({ look: 'outline' })}>
        {t('history.allBills')}
      </Link>
    </>
  );
}
