import type { CustomerBeside } from '@atoll/domain/contract/people/customer-record';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { customer } from '@atoll/domain/resources/customer';
import { useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { GridWithCopy } from '../../record/screens-with-copy.tsx';
import { useCanCall } from '../../resource/use-record.ts';
import { DuplicatesDrawer } from './duplicates-drawer.tsx';
import { MergeDialog } from './merge-dialog.tsx';

/** Most customers in one merge: a person checks each of them first. */
const maxMerged = 10;

/** Lists the customers and offers to merge duplicates. */
export function CustomerList() {
  const { t } = useTranslation();
  const mayMerge = useCanCall('customer.merge');
  const [isShowingDuplicates, setShowingDuplicates] = useState(false);
  const [merging, setMerging] = useState<readonly CustomerBeside[] | null>(null);
  const actionsOf = (chosen: readonly ResourceRecord[]) => [
    {
      label: t('customer.mergeChosen'),
      icon: 'people' as const,
      disabled: chosen.length < 2 || chosen.length > maxMerged,
      onSelect: () => setMerging(chosen as unknown as readonly CustomerBeside[]),
    },
    { label: t('customer.findDuplicates'), icon: 'search' as const, onSelect: () => setShowingDuplicates(true) },
  ];
  return (
    <>
      <GridWithCopy definition={customer} canImport listActions={mayMerge ? actionsOf : undefined} />
      {isShowingDuplicates && <DuplicatesDrawer onClose={() => setShowingDuplicates(false)} />}
      {merging && <MergeDialog customers={merging} onClose={() => setMerging(null)} onDone={() => setMerging(null)} />}
    </>
  );
}
