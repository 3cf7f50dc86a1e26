import css from './switch.module.css';

interface SwitchProps {
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Switches a setting on or off; the row's label names it. */
export function Switch({ isOn, onChange, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className={css.switch}
      checked={isOn}
      aria-checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
