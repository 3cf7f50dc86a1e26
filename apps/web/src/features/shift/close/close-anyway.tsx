import type { OtherTill } from '@atoll/domain/contract/bill/shift';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { ShiftNote } from '../report/shift-section.tsx';
import styles from './close-anyway.module.css';
import { TillList } from './other-tills.tsx';

interface CloseAnywayProps {
  tills: readonly OtherTill[];
  onGo: () => void;
  onCancel: () => void;
}

/** Asks for confirmation while other tills may have sales that are missing from the count. */
export function CloseAnyway({ tills, onGo, onCancel }: CloseAnywayProps) {
  const { t } = useTranslation();
  return (
    <Modal
      title={t('shift.closeAnywayTitle')}
      size="s"
      onClose={onCancel}
      footer={
        <>
          <Button look="soft" onClick={onGo}>
            {t('shift.closeAnyway')}
          </Button>
          <Button look="main" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
        </>
      }
    >
      <div className={styles.column}>
        <TillList tills={tills} />
        <ShiftNote>{t('shift.closeAnywayHint')}</ShiftNote>
      </div>
    </Modal>
  );
}
