import { useTranslation } from '../../locale/use-translation.ts';
import { shortcuts } from '../../ui/hook/shortcut.ts';
import { Modal } from '../../ui/overlay/overlay.tsx';
import styles from './shortcut-sheet.module.css';

type GroupName = keyof typeof shortcuts;

/** Keys as they are printed on a keyboard; the space bar has a word. */
const keyLabels: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowRight: '→',
  Escape: 'Esc',
};

const groups = Object.entries(shortcuts) as [GroupName, Readonly<Record<string, readonly string[]>>][];

/** Shows the keyboard shortcuts, screen by screen; opens with '?'. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal title={t('shortcut.title')} onClose={onClose} size="l">
      <div className={styles.groups}>
        {groups.map(([group, entries]) => (
          <section key={group} className={styles.group} aria-labelledby={`keys-${group}`}>
            <h3 id={`keys-${group}`}>{t(`shortcut.groups.${group}`)}</h3>
            <dl>
              {Object.entries(entries).map(([name, keys]) => (
                <div key={name} className={styles.row}>
                  <dt>{t(`shortcut.${group}.${name}` as 'shortcut.list.next')}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

/** A long row of keys is shown by its first and last. */
function Keys({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation();
  const shown = (key: string) => {
    const word = key === ' ' ? t('shortcut.space') : (keyLabels[key] ?? key);
    return word.length > 1 ? word : word.toUpperCase();
  };
  const [first = '', last = ''] = [keys[0], keys.at(-1)];
  return first === last ? (
    <kbd>{shown(first)}</kbd>
  ) : (
    <>
      <kbd>{shown(first)}</kbd> – <kbd>{shown(last)}</kbd>
    </>
  );
}
