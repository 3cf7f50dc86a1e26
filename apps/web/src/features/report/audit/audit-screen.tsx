import type { AuditEntry } from '@atoll/domain/contract/outlet/audit';
import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/api.ts';
import { DataGrid } from '../../../grid/data-grid.tsx';
import { type GridColumn, idWidth } from '../../../grid/grid.ts';
import { useGridPage } from '../../../grid/use-grid-page.ts';
import { dayAndTime } from '../../../locale/instant.ts';
import { labelText } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { deviceWords } from '../../../person/device-words.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { buttonClass } from '../../../ui/display/button.tsx';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import { useDevices } from '../use-devices.ts';
import { AuditDrawer } from './audit-drawer.tsx';
import { actionChoices, actionText, changeText, recordText, subjectChoices } from './audit-words.ts';
import { ChainCheck } from './chain-check.tsx';

/** Returns users whose name starts with the text. */
async function people(text: string): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const found = (await call('app_user.list', { query: { search: text }, inPlace: true })) as unknown as {
    readonly id: number;
    readonly name: string;
  }[];
  return found.map(({ id, name }) => ({ id, name }));
}

/**
 * Shows the audit log: who did what, when, on which device, and who approved it. A row opens with the values before and
 * after.
 */
export function AuditScreen({ result }: { result: ReportResult }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const devices = useDevices();
  const { range, config } = result;
  const list = useGridPage<AuditEntry>('audit.list', {
    hasTime: true,
    initial: {
      from: `${range.from}T00:00`,
      filters: Object.fromEntries(Object.entries(config.filters).map(([key, value]) => [key, value ?? ''])),
    },
  });
  const columns: GridColumn<AuditEntry>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (row) => row.id },
    { key: 'at', sortable: true, label: t('audit.at'), width: 184, cell: (row) => dayAndTime(row.at, timezone) },
    { key: 'person', sortable: true, label: t('audit.person'), strong: true, width: 160, cell: (row) => row.person },
    { key: 'subject', sortable: true, label: t('audit.subject'), width: 118, cell: (row) => labelText(row.subject) },
    { key: 'record', label: t('audit.record'), width: 140, cell: (row) => recordText(row) },
    { key: 'action', sortable: true, label: t('audit.action'), width: 140, cell: (row) => actionText(row) },
    { key: 'change', label: t('audit.change'), width: 270, cell: (row) => changeText(row, timezone) },
    { key: 'approvedBy', sortable: true, label: t('audit.approvedBy'), width: 130, cell: (row) => row.approvedBy },
    {
      key: 'device',
      sortable: true,
      label: t('audit.device'),
      isExtra: true,
      cell: (row) => deviceWords(row.device) || row.device,
    },
    { key: 'key', sortable: true, label: t('audit.key'), isExtra: true, cell: (row) => row.key },
  ];
  return (
    <>
      <DataGrid
        title={labelText('Audit log')}
        columns={columns}
        {...list}
        rowKey={(row) => String(row.id)}
        rowName={(row) => `${actionText(row)} ${row.id}`}
        openKey={open ? String(open.id) : undefined}
        onOpen={setOpen}
        filters={[
          {
            key: 'subject',
            label: t('audit.subject'),
            options: subjectChoices(),
          },
          { key: 'action', label: t('audit.action'), options: actionChoices() },
          { key: 'deviceId', label: t('audit.device'), options: devices },
          { key: 'userId', label: t('audit.person'), load: people },
          { key: 'approverId', label: t('audit.approvedBy'), load: people },
        ]}
        emptyHint={t('audit.emptyHint')}
        tools={
          <>
            <ChainCheck />
            <Link to={pathTo('Reports')} className={buttonClass({ look: 'plain' })}>
              {t('report.back')}
            </Link>
          </>
        }
      />
      {open && <AuditDrawer entry={open} onClose={() => setOpen(null)} />}
    </>
  );
}
