import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { Icon } from '../display/icon.tsx';
import styles from './field.module.css';

export interface FieldFrame {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

interface FrameProps extends FieldFrame {
  id: string;
  required?: boolean | undefined;
  children: ReactNode;
}

/** Renders the label above and the hint or error below a field. No space is reserved for errors, which appear only after the field is left. */
export function Frame({ id, label, hint, error, required, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && (
          <span className={styles.star} aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} className={styles.error}>
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className={styles.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** Returns the attributes that link a control to its hint or error. */
export function describe(id: string, hint: string | undefined, error: string | undefined) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
  } as const;
}

type TextFieldProps = FieldFrame &
  InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>;
    /** Shown at the end of the field, such as %. */
    suffix?: string | undefined;
  };

/** Edits a line of text. */
export function TextField({ label, hint, error, id, className, suffix, ...rest }: TextFieldProps) {
  const ownId = useId();
  const key = id ?? ownId;
  const input = (
    <input
      {...rest}
      {...describe(key, hint, error)}
      data-autofocus={rest.autoFocus || undefined}
      className={className ?? styles.input}
    />
  );
  return (
    <Frame id={key} label={label} hint={hint} error={error} required={rest.required}>
      {suffix ? (
        <div className={styles.withSuffix} data-suffix={suffix}>
          {input}
        </div>
      ) : (
        input
      )}
    </Frame>
  );
}

/** Edits a password, with a button that shows it. */
export function PasswordField({ label, hint, error, id, ...rest }: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const { t } = useTranslation();
  const ownId = useId();
  const key = id ?? ownId;
  const [shown, setShown] = useState(false);
  return (
    <Frame id={key} label={label} hint={hint} error={error} required={rest.required}>
      <div className={styles.withButton}>
        <input
          {...rest}
          {...describe(key, hint, error)}
          data-autofocus={rest.autoFocus || undefined}
          type={shown ? 'text' : 'password'}
          className={styles.input}
        />
        <button type="button" className={styles.reveal} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? t('ui.hide') : t('ui.show')}
        </button>
      </div>
    </Frame>
  );
}

type TextAreaProps = FieldFrame & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

/** Edits several lines of text. */
export function TextArea({ label, hint, error, id, ...rest }: TextAreaProps) {
  const ownId = useId();
  const key = id ?? ownId;
  return (
    <Frame id={key} label={label} hint={hint} error={error} required={rest.required}>
      <textarea
        rows={3}
        {...rest}
        {...describe(key, hint, error)}
        data-autofocus={rest.autoFocus || undefined}
        className={`${styles.input} ${styles.area}`}
      />
    </Frame>
  );
}

type SelectFieldProps = FieldFrame &
  SelectHTMLAttributes<HTMLSelectElement> & { options: readonly { value: string; label: string }[] };

/** Chooses one of a few from the system's own list. */
export function SelectField({ label, hint, error, id, options, ...rest }: SelectFieldProps) {
  const ownId = useId();
  const key = id ?? ownId;
  return (
    <Frame id={key} label={label} hint={hint} error={error} required={rest.required}>
      <div className={styles.withIcon}>
        <select {...rest} {...describe(key, hint, error)} className={styles.input}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" size={18} />
      </div>
    </Frame>
  );
}

/** Renders a checkbox; the whole row is the target. */
export function CheckField({ label, ...rest }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={styles.check}>
      <input {...rest} type="checkbox" />
      {label}
    </label>
  );
}
