import type { ReactNode } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { LanguageField } from '../../person/language-field.tsx';
import { Mark } from '../../ui/display/mark.tsx';
import styles from './entry-frame.module.css';

/** Renders the frame of the screens before the app: the picture of a reef on one side, the content on the other. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.entry}>
      <header className={styles.reef}>
        <Rings />
        <p className={styles.brand}>{t('app.name')}</p>
        <p className={styles.words}>{t('session.welcome')}</p>
      </header>
      <main className={styles.side}>
        <div className={styles.column}>
          {children}
          <LanguageField />
          <a className={styles.help} href="/help/starting.html" target="_blank" rel="noreferrer">
            {t('help.starting')}
          </a>
        </div>
      </main>
    </div>
  );
}

/** Renders the heading of such a screen, below the logo. */
export function EntryHeading({ title, hint }: { title: string; hint?: string | undefined }) {
  return (
    <header className={styles.heading}>
      <Mark size={44} />
      <h1>{title}</h1>
      {hint && <p>{hint}</p>}
    </header>
  );
}

/** Draws reefs around lagoons as open rings. */
function Rings() {
  return (
    <svg className={styles.rings} viewBox="0 0 800 1000" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g fill="none" strokeLinecap="round">
        <path strokeWidth="46" d="M640 250A290 290 0 1 0 700 430" opacity=".16" />
        <path strokeWidth="30" d="M560 330A180 180 0 1 0 590 450" opacity=".22" />
        <circle cx="408" cy="430" r="52" strokeWidth="22" opacity=".3" />
        <path strokeWidth="26" d="M150 905A130 130 0 1 1 260 905" opacity=".14" />
        <path strokeWidth="18" d="M760 880A90 90 0 1 1 700 790" opacity=".18" />
        <circle cx="640" cy="95" r="34" strokeWidth="14" opacity=".14" />
        <circle cx="120" cy="150" r="58" strokeWidth="18" opacity=".1" />
      </g>
    </svg>
  );
}
