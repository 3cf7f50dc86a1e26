import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { Outlet } from '@tanstack/react-router';
import { DataGrid } from '../../grid/data-grid.tsx';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { invoiceColumns, invoiceFilters } from './invoice-columns.tsx';

export const invoicesPath = '/invoices';

/** Lists purchase invoices with their state and what is owed. */
export function InvoicesScreen() {
  const { t } = useTranslation();
  const list = useGridPage<PurchaseInvoice>('invoice.list');
  const routes = useGridRoutes<PurchaseInvoice>({ path: invoicesPath, idOf: (row) => row.id });
  return (
    <>
      <DataGrid
        title={t('invoice.many')}
        columns={invoiceColumns(t)}
        {...list}
        {...routes}
        rowName={(row) => row.number}
        filters={invoiceFilters(t)}
        emptyHint={t('invoice.emptyHint')}
      />
      <Outlet />
    </>
  );
}
