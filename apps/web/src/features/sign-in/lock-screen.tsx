import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Mark } from '../../ui/display/mark.tsx';
import shared from './lock-column.module.css';
import styles from './lock-screen.module.css';
import { PasscodeEntry } from './passcode-entry.tsx';

interface LockScreenProps {
  /** Opens the sign-in with email and password; `why` says why the passcode is not enough. */
  onAdd: (why?: string) => void;
  onOpened?: (() => void) | undefined;
}

/** Shows the lock screen: the passcode of the chosen profile, or the profiles of this device. */
export function LockScreen({ onAdd, onOpened }: LockScreenProps) {
  const profile = useSession((state) => state.profile);
  return (
    <main className={styles.lock}>
      <div className={styles.top}>
        <Mark size={40} />
      </div>
      {profile ? <PasscodeEntry key={profile.email} {...{ profile, onAdd, onOpened }} /> : <Profiles onAdd={onAdd} />}
    </main>
  );
}

function Profiles({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation();
  const profiles = useSession((state) => state.profiles);
  const choose = useSession((state) => state.chooseProfile);
  return (
    <div className={shared.middle}>
      <h1 className={styles.title}>{t('session.whoWorks')}</h1>
      <ul className={styles.tiles}>
        {profiles.map((profile) => (
          <li key={profile.email}>
            <button
              type="button"
              className={styles.tile}
              aria-describedby={`profile-${profile.id}`}
              onClick={() => choose(profile.email)}
            >
              <Avatar name={profile.name} image={profile.avatar} size={72} />
              <b>{profile.name}</b>
              <small id={`profile-${profile.id}`} aria-hidden="true">
                {profile.jobTitle || profile.scope?.name}
              </small>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={styles.tile} onClick={onAdd}>
            <span className={styles.plus}>
              <Icon name="plus" size={30} />
            </span>
            <b>{t('session.addProfile')}</b>
          </button>
        </li>
      </ul>
    </div>
  );
}
