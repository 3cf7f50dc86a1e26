import type { ReactNode } from 'react';
import css from './dialog-form.module.css';

interface DialogFormProps {
  readonly children: ReactNode;
  /** Called when the form is submitted; the browser neither sends nor checks it. */
  readonly onSubmit: () => void;
}

/** Renders the form of a dialog: its fields below each other. */
export function DialogForm({ onSubmit, children }: DialogFormProps) {
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Renders the fields of a dialog that is not submitted as a form, below each other. */
export function DialogFields({ children }: Pick<DialogFormProps, 'children'>) {
  return <div className={css.form}>{children}</div>;
}
