import { useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { later } from '../../ui/hook/later.tsx';
import styles from './account-menu.module.css';

const AccountActions = later(async () => (await import('./account-actions.tsx')).AccountActions);

/** Shows the button of the user's menu; the menu comes with the first press, and stays for the dialogs that it opens. */
export function AccountMenu({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation();
  const user = useSession((state) => state.user);
  const [isWanted, setWanted] = useState(false);
  if (!user) return null;
  const button = (
    <button
      type="button"
      className={styles.me}
      aria-haspopup="menu"
      aria-expanded={isWanted}
      onClick={() => setWanted(true)}
    >
      <span className="visually-hidden">{t('shell.accountMenu')}</span>
      <Avatar name={user.name} image={user.avatar} size={38} />
    </button>
  );
  if (!isWanted) return button;
  return <AccountActions isNarrow={isNarrow} button={button} placeholder={button} onClose={() => setWanted(false)} />;
}
