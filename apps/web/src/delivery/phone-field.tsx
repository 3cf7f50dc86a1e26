import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../ui/field/field.tsx';

interface PhoneFieldProps {
  readonly value: string;
  /** The value was refused: the field says why and gets the focus. */
  readonly isWrong: boolean;
  readonly onChange: (value: string) => void;
}

/** Edits the phone number of a delivery. */
export function PhoneField({ value, isWrong, onChange }: PhoneFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWrong) field.current?.focus();
  }, [isWrong]);
  return (
    <TextField
      ref={field}
      label={t('delivery.phone')}
      type="tel"
      inputMode="tel"
      maxLength={30}
      value={value}
      error={isWrong ? t('delivery.phoneWrong') : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
