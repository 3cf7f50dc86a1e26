import { baseScreenOf, type Screen } from '@atoll/domain/nav/nav';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { Icon } from '../ui/display/icon.tsx';
import { helpFor } from './help.ts';

/** Leads from a screen to its section of the guide. */
export function HelpLink({ screen, look }: { readonly screen: Screen; readonly look: string | undefined }) {
  const { t } = useTranslation();
  const localize = useLabel();
  return (
    <a
      href={helpFor(screen)}
      target="_blank"
      rel="noreferrer"
      className={look}
      aria-label={t('help.guideTo', { screen: localize(baseScreenOf(screen).title) })}
      title={t('help.guide')}
    >
      <Icon name="help" size={18} />
    </a>
  );
}
