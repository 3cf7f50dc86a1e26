import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import type { ReactNode } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { Empty } from '../ui/display/empty.tsx';
import { SkeletonRows } from '../ui/display/skeleton.tsx';
import { Drawer, openDelayMs } from '../ui/overlay/overlay.tsx';
import { useRecord } from './use-record.ts';

interface RecordDrawerProps {
  readonly definition: ResourceDefinition;
  readonly id: string;
  readonly title: string;
  readonly onClosed: () => void;
  readonly size?: 's' | 'm' | 'l' | undefined;
  readonly footer?: ((record: ResourceRecord) => ReactNode) | undefined;
  readonly children: (record: ResourceRecord, isFresh: boolean) => ReactNode;
}

/** Shows a drawer for one record: while it loads, when it is not found, and when it is there. */
export function RecordDrawer({ definition, id, title, onClosed, size, footer, children }: RecordDrawerProps) {
  const { t } = useTranslation();
  const { record, isFresh, isMissing, error, retry } = useRecord(definition, id);
  return (
    <Drawer title={title} onClose={onClosed} delayMs={openDelayMs} size={size} footer={record && footer?.(record)}>
      {record ? (
        children(record, isFresh)
      ) : isMissing ? (
        <Empty icon="search" title={t('resource.notFound')} hint={t('resource.notFoundHint')} />
      ) : error ? (
        <Empty
          icon="warning"
          tone="late"
          title={t('grid.noConnection')}
          hint={error.message || t('grid.offline')}
          action={<Button onClick={retry}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        <SkeletonRows label={t('ui.loading')} />
      )}
    </Drawer>
  );
}
