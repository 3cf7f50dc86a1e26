import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../locale/use-translation.ts';
import { buttonClass } from '../../../ui/display/button.tsx';
import css from './bill-problem.module.css';

/** Explains what is wrong with the address and links back to the bills. */
export function BillProblem({ title, hint }: { title: string; hint: string }) {
  const { t } = useTranslation();
  return (
    <div className={css.problem} role="alert">
      <h1>{title}</h1>
      {hint && <p>{hint}</p>}
      <Link to="/billing/new" className={buttonClass({ look: 'main', size: 'l' })}>
        {t('bill.backToBills')}
      </Link>
    </div>
  );
}
