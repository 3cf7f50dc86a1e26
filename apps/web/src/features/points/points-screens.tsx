import type { PointsHolder, PointsLedger } from '@atoll/domain/contract/people/points';
import { pointsRule } from '@atoll/domain/resources/points-rule';
import { pointsTier } from '@atoll/domain/resources/points-tier';
import { Outlet, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { DataGrid } from '../../grid/data-grid.tsx';
import { type GridColumn, idWidth } from '../../grid/grid.ts';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { FactList } from '../../record/fact-list.tsx';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import { screensWithBulk } from '../../record/grid-with-bulk.tsx';
import parts from '../../record/record-parts.module.css';
import { useCanCall } from '../../resource/use-record.ts';
import { useSettingOf } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { AdjustPoints } from './adjust-points.tsx';
import { ExpirePoints } from './expire-points.tsx';
import css from './points-screens.module.css';

const path = '/wallets/points';

/** Screens of what gives points, and of the tiers of customers. */
export const pointsRuleScreens = screensWithBulk(pointsRule, {
  form: {
    shows: (key, { kind }) =>
      key === 'per' ? kind === 'PerSpend' : kind !== 'Signup' || !/^(itemIds|categoryIds|orderTypes)$/.test(key),
  },
});
export const pointsTierScreens = screensWithBulk(pointsTier);

const dueText = ({ due = 0 }: PointsHolder): string => (due > 0 ? String(due) : '');

/** 'Points': lists the customers who have points, or had some. */
export function PointsScreen() {
  const { t } = useTranslation();
  const expires = useSettingOf('PointsExpiryMonths') > 0;
  const list = useGridPage<PointsHolder>('points.list');
  const { onNew: _, ...routes } = useGridRoutes<PointsHolder>({ path, idOf: (row) => row.id });
  const columns: GridColumn<PointsHolder>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (row) => row.id },
    { key: 'code', label: t('points.code'), sortable: true, width: 110, cell: (row) => row.code },
    { key: 'name', label: t('points.customer'), sortable: true, strong: true, cell: (row) => row.name || row.phone },
    { key: 'phone', label: t('points.phone'), sortable: true, width: 140, cell: (row) => row.phone },
    { key: 'points', label: t('points.points'), sortable: true, align: 'end', width: 110, cell: (row) => row.points },
    ...(expires ? [{ key: 'due', label: t('points.due'), align: 'end' as const, width: 140, cell: dueText }] : []),
  ];
  return (
    <>
      <DataGrid
        title={t('points.points')}
        columns={columns}
        {...list}
        {...routes}
        rowActions={undefined}
        rowName={(row) => row.name || row.phone || row.code}
        {...(expires && {
          filters: [{ key: 'due', label: t('points.due'), options: [{ value: 'Due', label: t('points.due') }] }],
        })}
        emptyHint={t('points.emptyHint')}
      />
      <Outlet />
    </>
  );
}

/** Shows the points of a customer with what happened to them; who may, corrects them. */
export function ViewPoints() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(path);
  const mayAdjust = useCanCall('points.adjust');
  const [step, setStep] = useState<'adjust' | 'expire' | null>(null);
  const end = () => setStep(null);
  const found = useFound('points.ledger', id, () => call('points.ledger', { params: { id }, inPlace: true }));
  return (
    <FoundPanel
      found={found}
      title={t('points.points')}
      onClose={close}
      footer={({ due = 0 }) =>
        mayAdjust && (
          <>
            <Button onClick={() => setStep('adjust')}>{t('points.adjust')}</Button>
            {due > 0 && <Button onClick={() => setStep('expire')}>{t('points.expire')}</Button>}
          </>
        )
      }
    >
      {(ledger) => (
        <>
          <Ledger ledger={ledger} />
          {step === 'adjust' && <AdjustPoints customerId={ledger.id} onClose={end} />}
          {step === 'expire' && <ExpirePoints customerId={ledger.id} due={ledger.due ?? 0} onClose={end} />}
        </>
      )}
    </FoundPanel>
  );
}

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

function Ledger({ ledger }: { readonly ledger: PointsLedger }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  return (
    <div className={parts.stack}>
      <FactList
        isGrid
        facts={[
          [t('points.customer'), ledger.name],
          [t('points.phone'), ledger.phone],
          [t('points.points'), String(ledger.points)],
          ...(ledger.due ? [[t('points.due'), String(ledger.due)] as const] : []),
        ]}
      />
      <ul className={css.entries} aria-label={t('points.entries')}>
        {ledger.entries.map((entry) => (
          <li key={entry.id}>
            <span>
              <b>{t(`points.types.${entry.type}`)}</b>
              <small>
                {[dayAndTime(entry.at, timezone), entry.madeByName, entry.reference, entry.note]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span>{signed(entry.points)}</span>
            <b>{entry.balanceAfter}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
