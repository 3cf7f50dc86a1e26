import type { CopiedTable } from '@atoll/domain/contract/outlet/copy';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useState } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import type { ResourceGridProps } from '../resource/resource-grid.tsx';
import { type ResourceParts, type ResourceScreens, resourceScreens } from '../resource/resource-screens.tsx';
import { useCanWrite } from '../resource/use-record.ts';
import { useSession } from '../session/session.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { GridWithBulk } from './grid-with-bulk.tsx';

type CopyableDefinition = ResourceDefinition & { readonly table: CopiedTable };

/** The most records copied at once. */
const maxCopied = 200;

/** Renders the list of an entity, with an action that copies chosen records to other outlets. */
export function GridWithCopy({
  definition,
  listActions,
  ...rest
}: ResourceGridProps & { readonly definition: CopyableDefinition }) {
  const { t } = useTranslation();
  const mayCopy = useCanWrite(definition);
  const hasOthers = useSession((state) => state.outlets.length > 1);
  const [copied, setCopied] = useState<readonly ResourceRecord[] | null>(null);
  const copy = (chosen: readonly ResourceRecord[]) => ({
    label: t('copy.action'),
    icon: 'forward' as const,
    disabled: chosen.length === 0 || chosen.length > maxCopied,
    onSelect: () => setCopied(chosen),
  });
  return (
    <>
      <GridWithBulk
        definition={definition}
        {...rest}
        listActions={(chosen) => [...(listActions?.(chosen) ?? []), ...(mayCopy && hasOthers ? [copy(chosen)] : [])]}
      />
      {copied && <CopyDialog definition={definition} records={copied} onClose={() => setCopied(null)} />}
    </>
  );
}

/** Returns the screens of an entity whose records may be copied to other outlets. */
export function screensWithCopy(definition: CopyableDefinition, parts: ResourceParts = {}): ResourceScreens {
  return {
    ...resourceScreens(definition, parts),
    list: () => <GridWithCopy definition={definition} {...parts.grid} />,
  };
}
