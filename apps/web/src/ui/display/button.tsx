import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

export type ButtonLook = 'main' | 'accent' | 'soft' | 'outline' | 'plain' | 'danger' | 'dangerSoft';

interface Look {
  look?: ButtonLook | undefined;
  size?: 'm' | 'l' | undefined;
  block?: boolean | undefined;
}

/** Returns the classes of a button, for a router link that looks like one. */
export function buttonClass({ look = 'soft', size = 'm', block = false }: Look = {}): string {
  return [styles.button, styles[look], styles[`size-${size}`], block && styles.block].filter(Boolean).join(' ');
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  icon?: IconName | undefined;
  /** Shows a busy state; the button stays focusable and ignores taps. */
  busy?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** Renders a button of at least 44 px; use `look="main"` once per screen, at least 56 px with `size="l"`. */
export function Button({ look, size, block, icon, busy = false, children, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${buttonClass({ look, size, block })} ${className}` : buttonClass({ look, size, block })}
      data-saves={look === 'main' || look === 'danger' ? look : undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} size={20} />}
      <span className={styles.text}>{children}</span>
      {busy && <span className={styles.ring} aria-hidden="true" />}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  label: string;
  icon: IconName;
  round?: boolean | undefined;
  badge?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** Renders a 44 px square icon button; `label` is its accessible name. */
export function IconButton({ label, icon, round = false, badge, className, ...rest }: IconButtonProps) {
  const own = round ? `${styles.square} ${styles.round}` : styles.square;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={className ? `${own} ${className}` : own}
    >
      <Icon name={icon} />
      {badge}
    </button>
  );
}
