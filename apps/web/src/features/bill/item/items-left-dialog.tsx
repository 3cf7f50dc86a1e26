import type { MenuItem } from '@atoll/domain/menu/menu';
import { useState } from 'react';
import { call } from '../../../api/api.ts';
import { useItemsLeft } from '../../../bill/left/items-left.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { menuIndexOf } from '../../../sync/menu/menu-index.ts';
import { Checkbox } from '../../../ui/choice/checkbox.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { Input } from '../../../ui/field/input.tsx';
import { NumberInput } from '../../../ui/number/number-input.tsx';
import { DialogFields } from '../../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import css from './items-left-dialog.module.css';

/** Found items that are shown; whoever looks for one of more types another letter. */
const maxFound = 20;

/** Sets how many of an item are left, and switches items off and on. Without a search it lists those that are counted or switched off. Source: R21.29. */
export function ItemsLeftDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const menus = useApp((state) => state.menus);
  const left = useItemsLeft();
  const [text, setText] = useState('');
  const index = menuIndexOf(menus);
  const wanted = text.trim();
  const listed = [...new Set([...left.keys(), ...index.soldOut])].flatMap((id) => index.find(id)?.item ?? []);
  const items = wanted ? index.search(wanted, maxFound) : listed;
  return (
    <Modal title={t('bill.actions.itemsLeft')} onClose={onClose}>
      <DialogFields>
        <Input kind="text" label={t('bill.find')} value={text} onChange={setText} />
        {items.length === 0 && <Hint>{wanted ? t('bill.noSuchItem', { text: wanted }) : t('bill.counts.none')}</Hint>}
        <ul className={css.list}>
          {items.map((item) => (
            <LeftRow key={`${item.id} ${left.get(item.id) ?? ''}`} item={item} left={left.get(item.id) ?? null} />
          ))}
        </ul>
      </DialogFields>
    </Modal>
  );
}

interface LeftRowProps {
  readonly item: MenuItem;
  /** null: nobody counts it. */
  readonly left: number | null;
}

function LeftRow({ item, left }: LeftRowProps) {
  const { t } = useTranslation();
  const [value, setValue] = useState(left);
  const [isBusy, setBusy] = useState(false);
  const { id, version, name, isAvailable } = item;
  /** Does something at the server; a refusal is shown, and what was typed stays. */
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().catch(() => undefined);
    setBusy(false);
  };
  const save = () =>
    run(async () => {
      const counts = await call('menu.setLeft', { body: { id, left: value } });
      useApp.setState({ counts });
    });
  const switchTo = (to: boolean) =>
    run(async () => {
      await call('menu_item.update', { body: { id, version, isAvailable: to } });
      await useApp.getState().loadMenus();
    });
  return (
    <li>
      <form
        className={css.row}
        aria-label={name}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Checkbox
          look="switch"
          label={t('bill.counts.available', { name })}
          value={isAvailable}
          disabled={isBusy}
          onChange={(to) => void switchTo(to)}
        />
        <NumberInput
          label={t('bill.counts.left')}
          decimals={item.soldByWeight ? 3 : 0}
          placeholder={t('bill.counts.notCounted')}
          value={value}
          onChange={setValue}
        />
        <Button type="submit" busy={isBusy} disabled={value === left}>
          {t('ui.save')}
        </Button>
      </form>
    </li>
  );
}
