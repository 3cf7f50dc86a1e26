import { useTranslation } from '../locale/use-translation.ts';
import { Avatar } from '../ui/display/avatar.tsx';
import css from './approval-dialog.module.css';
import type { Approver } from './approver.ts';

interface ApproversProps {
  readonly people: readonly Approver[];
  readonly onChoose: (approver: Approver) => void;
}

/** Lists the people who can approve. */
export function Approvers({ people, onChoose }: ApproversProps) {
  const { t } = useTranslation();
  return (
    <ul className={css.people} aria-label={t('approval.who')}>
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" className={css.person} onClick={() => onChoose(person)}>
            <Avatar name={person.name} image={person.avatar} size={44} />
            <span className={css.words}>
              <b>{person.name}</b>
              <small>{person.jobTitle}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
