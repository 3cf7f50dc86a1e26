import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { maxBulkRows } from '@atoll/domain/contract/platform/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { useCanWrite } from '../../resource/use-record.ts';
import type { MenuAction } from '../../ui/overlay/action-menu.tsx';
import { BulkDrawer } from './bulk-drawer.tsx';
import { BulkEdit, type BulkProps } from './bulk-edit.tsx';
import { BulkPrice } from './bulk-price.tsx';
import type { BulkRequest } from './use-bulk.ts';

type What = 'edit' | 'price' | 'duplicate' | 'deactivate';

interface Open {
  readonly what: What;
  readonly records: readonly ResourceRecord[];
}

/** Returns the actions on the selected records of a list (R35.53), and the drawer of the one that is open. */
export function useBulkActions(definition: ResourceDefinition): {
  readonly actions: (chosen: readonly ResourceRecord[]) => readonly MenuAction[];
  readonly drawer: ReactNode;
} {
  const { t } = useTranslation();
  const canWrite = useCanWrite(definition);
  const [open, setOpen] = useState<Open | null>(null);
  // Records that belong to all outlets have calls of their own.
  const isOffered = canWrite && !definition.isOrgWide;
  const action = (what: What, icon: MenuAction['icon'], chosen: readonly ResourceRecord[]): MenuAction => ({
    label: t(`bulk.actions.${what}`),
    icon,
    ...(chosen.length === 0 || chosen.length > maxBulkRows
      ? { disabled: true, reason: t(chosen.length === 0 ? 'bulk.selectFirst' : 'bulk.tooMany', { count: maxBulkRows }) }
      : {}),
    danger: what === 'deactivate',
    onSelect: () => setOpen({ what, records: chosen }),
  });
  return {
    actions: (chosen) =>
      isOffered
        ? [
            action('edit', 'note', chosen),
            ...(definition.hasPrices ? [action('price', 'cash', chosen)] : []),
            action('duplicate', 'plus', chosen),
            action('deactivate', 'trash', chosen),
          ]
        : [],
    drawer: open && <Opened {...open} definition={definition} onClosed={() => setOpen(null)} />,
  };
}

function Opened({ what, ...props }: Open & BulkProps) {
  if (what === 'edit') return <BulkEdit {...props} />;
  if (what === 'price') return <BulkPrice {...props} />;
  return <Simple what={what} {...props} />;
}

/** 'Deactivate 3 records' or 'Duplicate 3 records': shows at once which rows can be done. */
function Simple({ what, definition, records, onClosed }: BulkProps & { readonly what: 'duplicate' | 'deactivate' }) {
  const { t } = useTranslation();
  const count = records.length;
  const isCopy = what === 'duplicate';
  const [asked] = useState<BulkRequest>(() =>
    isCopy
      ? {
          copies: records.map((record) => ({
            id: record.id,
            name: t('bulk.copyName', { name: String(record[definition.label] as string) }),
          })),
        }
      : { changes: records.map(({ id, version }) => ({ id, version, isActive: false })) },
  );
  return (
    <BulkDrawer
      {...{ definition, asked, onClosed }}
      title={t(isCopy ? 'bulk.duplicateTitle' : 'bulk.deactivateTitle', { count })}
      keys={[]}
      {...(isCopy ? { shown: (record: ResourceRecord) => String(record[definition.label] as string) } : {})}
      go={(done) => t(isCopy ? 'bulk.duplicate' : 'bulk.deactivate', { count: done })}
      done={(done) => t(isCopy ? 'bulk.duplicated' : 'bulk.deactivated', { count: done })}
      isDanger={!isCopy}
    />
  );
}
