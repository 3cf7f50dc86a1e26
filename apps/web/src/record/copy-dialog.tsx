import type { CopiedTable, CopyPreview } from '@atoll/domain/contract/outlet/copy';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/api.ts';
import { useAct } from '../approval/use-act.ts';
import { FailureBox } from '../form/form-dialog.tsx';
import { useTranslation } from '../locale/use-translation.ts';
import { useSession } from '../session/session.ts';
import { Checkbox } from '../ui/choice/checkbox.tsx';
import { FoundByName } from '../ui/choice/found-by-name.tsx';
import { Segmented } from '../ui/choice/segmented.tsx';
import { Button } from '../ui/display/button.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import { showToast } from '../ui/overlay/toast.ts';
import { NotLoaded } from './not-loaded.tsx';
import parts from './record-parts.module.css';

interface CopyDialogProps {
  readonly definition: ResourceDefinition & { readonly table: CopiedTable };
  readonly records: readonly ResourceRecord[];
  readonly onClose: () => void;
}

/** How many names of existing records are shown. */
const namesShown = 12;

/** 'Copy to outlet…': asks for the outlets, shows records that exist there, and asks whether to keep them. */
export function CopyDialog({ definition, records, onClose }: CopyDialogProps) {
  const { t } = useTranslation();
  const { act, busy, failure } = useAct();
  const here = useSession((state) => state.scope?.outletId);
  const others = useSession((state) => state.outlets).filter(({ outletId }) => outletId !== here);
  const [chosen, setChosen] = useState<readonly number[]>(() =>
    others.length === 1 ? others.map(({ outletId }) => outletId) : [],
  );
  const [onConflict, setOnConflict] = useState<'Skip' | 'Replace'>('Skip');
  const mayCopyRecipes = useMayCopyRecipes(definition.table);
  const [withRecipes, setWithRecipes] = useState(false);
  const ids = records.map(({ id }) => id);
  const wanted = { table: definition.table, ids, outletIds: [...chosen], ...(withRecipes && { withRecipes }) };
  const found = useQuery({
    queryKey: ['app.previewCopy', here, wanted],
    enabled: chosen.length > 0,
    queryFn: () => call('app.previewCopy', { body: wanted, inPlace: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const known = found.data?.outlets.filter(({ outletId }) => chosen.includes(outletId)) ?? [];
  const hasConflicts = known.some(({ conflicts }) => conflicts.length > 0);

  async function copy() {
    await act('copy', async () => {
      const { outlets } = await call('app.copy', { body: { ...wanted, onConflict }, inPlace: true });
      for (const one of outlets) showToast(t('copy.done', one), 'good');
      onClose();
    });
  }

  return (
    <Modal
      title={t('copy.title', { count: records.length, name: definition.title })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            look="main"
            disabled={chosen.length === 0 || !found.data}
            busy={busy !== null}
            onClick={() => void copy()}
          >
            {t('copy.go')}
          </Button>
        </>
      }
    >
      <div className={parts.stack}>
        {failure && <FailureBox failure={failure} />}
        <Outlets others={others} chosen={chosen} onChoose={setChosen} />
        {mayCopyRecipes && <Checkbox label={t('copy.withRecipes')} value={withRecipes} onChange={setWithRecipes} />}
        {found.error && chosen.length > 0 && <NotLoaded found={found} isRow />}
        {known.map((outlet) => (
          <Found key={outlet.outletId} outlet={outlet} />
        ))}
        {hasConflicts && (
          <Segmented
            label={t('copy.conflict')}
            value={onConflict}
            onChange={setOnConflict}
            items={[
              { value: 'Skip', label: t('copy.skip') },
              { value: 'Replace', label: t('copy.replace') },
            ]}
          />
        )}
        <p className={parts.hint}>{t(definition.table === 'menu' ? 'copy.menuHint' : 'copy.hint')}</p>
      </div>
    </Modal>
  );
}

interface OutletsProps {
  readonly others: readonly { readonly outletId: number; readonly name: string }[];
  readonly chosen: readonly number[];
  readonly onChoose: (chosen: readonly number[]) => void;
}

/** Asks for the outlets to copy to. */
function Outlets({ others, chosen, onChoose }: OutletsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={parts.stack}>
      <legend className={parts.heading}>{t('copy.where')}</legend>
      <FoundByName items={others} label={t('outlet.find')} isKept={({ outletId }) => chosen.includes(outletId)}>
        {(found) =>
          found.map(({ outletId, name }) => (
            <Checkbox
              key={outletId}
              label={name}
              value={chosen.includes(outletId)}
              onChange={(isOn) => onChoose(isOn ? [...chosen, outletId] : chosen.filter((one) => one !== outletId))}
            />
          ))
        }
      </FoundByName>
    </fieldset>
  );
}

/** Returns whether recipes can come along: these records have some, and the person may write recipes and inventory items. */
function useMayCopyRecipes(table: CopiedTable): boolean {
  const permissions = useSession((state) => state.user?.permissions) ?? [];
  const needed = ['menu.edit', inventoryItem.screen, inventoryItem.action];
  return (table === 'menu' || table === 'menu_item') && needed.every((one) => permissions.includes(one));
}

function Found({ outlet }: { readonly outlet: CopyPreview['outlets'][number] }) {
  const { t } = useTranslation();
  const { name, fresh, conflicts } = outlet;
  const rest = conflicts.length - namesShown;
  const names = [...conflicts.slice(0, namesShown), ...(rest > 0 ? [t('copy.more', { count: rest })] : [])];
  return (
    <div role="status">
      <strong>{name}</strong>
      <p>{t('copy.fresh', { count: fresh })}</p>
      {conflicts.length > 0 && (
        <p className={parts.warn}>
          {t('copy.there', { count: conflicts.length })} {names.join(', ')}
        </p>
      )}
    </div>
  );
}
