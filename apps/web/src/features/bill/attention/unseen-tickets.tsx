import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import css from './failed-tickets.module.css';
import type { UnseenSlot } from './use-unseen-slots.ts';

/** Names the slots with tickets that nobody in the kitchen has touched, with their minutes, until somebody does (R23.24). */
export function UnseenTickets({ slots }: { readonly slots: ReadonlyMap<string, UnseenSlot> }) {
  const { t } = useTranslation();
  if (slots.size === 0) return null;
  const places = [...slots.values()].map(
    ({ type, slot, minutes }) => `${slotName(t, type, slot)} ${t('service.minutes', { n: minutes })}`,
  );
  return (
    <section className={css.bar} role="alert" aria-label={t('floor.unseenBar')}>
      <Icon name="warning" />
      <p>
        <b>{t('floor.unseenBar')}</b> {places.join(', ')}
      </p>
    </section>
  );
}
