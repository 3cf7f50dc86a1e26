import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../locale/use-translation.ts';
import { buttonClass } from '../../ui/display/button.tsx';

/** Links to the bills of a customer. */
export function BillsLink({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/customers/$id/bills"
      params={{ id: String(id) }}
      className={buttonClass({ look: 'accent', block: true })}
    >
      {t('customer.bills')}
    </Link>
  );
}
