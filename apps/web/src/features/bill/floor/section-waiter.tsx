import { type Place, type Section, slotIdentity } from '@atoll/domain/outlet/floor/floor-plan';
import { useState } from 'react';
import { usePermissionEffect } from '../../../approval/permission-effect.ts';
import { HandOverDialog } from '../../../bill/waiter/hand-over-dialog.tsx';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Button } from '../../../ui/display/button.tsx';
import css from './floor-screen.module.css';
import type { FloorSlot } from './use-floor-slots.ts';

interface SectionWaiterProps {
  readonly section: Section;
  readonly places: readonly Place[];
  readonly open: ReadonlyMap<string, FloorSlot>;
}

/** Shows who serves a section, and hands it over with its open tables. Source: R23.6. */
export function SectionWaiter({ section, places, open }: SectionWaiterProps) {
  const { t } = useTranslation();
  const [isHanding, setIsHanding] = useState(false);
  const mayHand = usePermissionEffect('bill.transfer.server') !== 'deny';
  const name = section.waiterName;
  const slots = places.flatMap((place) => open.get(slotIdentity(place)) ?? []);
  // Who serves the section and all its open tables already is nobody to hand it to.
  const from = slots.every(({ waiterId }) => waiterId === section.waiterId) ? (section.waiterId ?? null) : null;
  return (
    <div className={css.waiter}>
      <p>
        {name
          ? t('waiter.sectionServed', { section: section.name, name })
          : t('waiter.sectionOpen', { section: section.name })}
      </p>
      {mayHand && (
        <Button aria-label={t('waiter.handSection', { section: section.name })} onClick={() => setIsHanding(true)}>
          {t('waiter.handOver')}
        </Button>
      )}
      {isHanding && (
        <HandOverDialog
          bills={slots.map(({ bill }) => bill)}
          from={{ id: from, name: name ?? '' }}
          section={section}
          isAll
          onClose={() => setIsHanding(false)}
        />
      )}
    </div>
  );
}
