import 'react-toastify/ReactToastify.css';
import { useEffect } from 'react';
import { type CloseButtonProps, cssTransition, ToastContainer } from 'react-toastify/unstyled';
import { useTranslation } from '../../locale/use-translation.ts';
import { Icon, type IconName } from '../display/icon.tsx';
import { keepChosenInSight } from '../hook/chosen-in-sight.ts';
import { scrollRowsByWheel } from '../hook/rows-by-wheel.ts';
import { isPressed, shortcuts } from '../hook/shortcut.ts';
import { placeToasts } from './place-toasts.ts';
import styles from './toast-host.module.css';

/** Position and duration of toasts (R12.4); the alternative reading of the specification is a setting. */
export interface ToastPlace {
  position: 'top-right' | 'top-left';
  autoCloseMs: number;
}

const defaultToastPlace: ToastPlace = { position: 'top-right', autoCloseMs: 5000 };

const move = cssTransition({ enter: styles.enter ?? '', exit: styles.exit ?? '', collapseDuration: 100 });
const icons: Record<string, IconName> = { info: 'info', success: 'check', warning: 'warning', error: 'warning' };

/** Renders the toasts, once in the app. */
export function ToastHost({
  place = defaultToastPlace,
  rtl = false,
}: {
  place?: ToastPlace | undefined;
  rtl?: boolean;
}) {
  const { t } = useTranslation();
  useEffect(placeToasts, []);
  // Here because they are needed as little as this by what a till shows first.
  useEffect(keepChosenInSight, []);
  useEffect(scrollRowsByWheel, []);
  return (
    <ToastContainer
      aria-label={t('notices.notifications')}
      position={rtl ? (place.position === 'top-right' ? 'top-left' : 'top-right') : place.position}
      autoClose={place.autoCloseMs}
      limit={20}
      hotKeys={(event) => isPressed(event, shortcuts.everywhere.toasts)}
      draggable
      draggablePercent={60}
      hideProgressBar
      newestOnTop
      rtl={rtl}
      pauseOnFocusLoss={false}
      transition={move}
      closeButton={CloseToast}
      icon={({ type }) => <Icon name={icons[type] ?? 'info'} />}
      toastClassName={styles.toast ?? ''}
      className={`${styles.host} ${place.position === 'top-right' ? styles.atEnd : ''}`}
    />
  );
}

function CloseToast({ closeToast }: CloseButtonProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.close} aria-label={t('ui.dismiss')} onClick={() => closeToast(true)}>
      <Icon name="close" size={18} />
    </button>
  );
}
