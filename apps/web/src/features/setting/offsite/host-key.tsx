import { useTranslation } from '../../../locale/use-translation.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import css from './offsite.module.css';

/** A key that a target showed, as `ssh-keygen -l` writes it. */
export interface ShownKey {
  readonly fingerprint: string;
  /** False when another key was accepted before. */
  readonly isNew: boolean;
}

interface HostKeyProps {
  readonly shown: ShownKey;
  readonly busy: boolean;
  readonly onAccept: (fingerprint: string) => void;
}

/** Shows the key of a target for comparison; nothing was sent yet. */
export function HostKey({ shown: { fingerprint, isNew }, busy, onAccept }: HostKeyProps) {
  const { t } = useTranslation();
  return (
    <>
      <Alert>{isNew ? t('offsite.keyNew') : t('offsite.keyChanged')}</Alert>
      <p className={css.words} dir="ltr">
        {fingerprint}
      </p>
      <Button busy={busy} onClick={() => onAccept(fingerprint)}>
        {t('offsite.acceptKey')}
      </Button>
    </>
  );
}
