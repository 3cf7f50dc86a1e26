import { useNewAddress } from '../../api/new-address.ts';
import { useBills } from '../../bills/bills.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { showAttention } from '../../outbox/attention.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { needsAttention } from '../../outbox/resolution.ts';
import { Button } from '../../ui/display/button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import css from '../../ui/display/notice-bar.module.css';

/**
 * Shows on a till at an address that the app had before that the shop has a new one, once the till has sent its work: what it keeps stays with the old
 * address. Source: R31.17.
 */
export function NewAddress() {
  const { t } = useTranslation();
  const address = useNewAddress((state) => state.address);
  const entries = useOutbox((state) => state.entries);
  const isLoaded = useOutbox((state) => state.loaded);
  const hasDraft = useBills((state) => Object.keys(state.drafts).length + Object.keys(state.stranded).length > 0);
  if (address === null || !isLoaded || !entries.every(needsAttention)) return null;
  const isFree = entries.length === 0 && !hasDraft;
  return (
    <section className={css.bar} role="status" aria-label={t('newAddress.title')}>
      <Icon name="warning" />
      <p>
        <b>{t('newAddress.title')}</b>{' '}
        {entries.length > 0 ? t('newAddress.attention') : hasDraft ? t('newAddress.draft') : t('newAddress.hint')}
      </p>
      {entries.length > 0 && <Button onClick={showAttention}>{t('outbox.show')}</Button>}
      {isFree && (
        <Button look="main" onClick={() => location.assign(address)}>
          {t('newAddress.move')}
        </Button>
      )}
    </section>
  );
}
