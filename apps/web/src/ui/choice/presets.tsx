import type { ReactNode } from 'react';
import css from './presets.module.css';

interface PresetsProps {
  /** Group label for screen readers. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/** Renders ready values beside each other, which fill a field at a tap. */
export function Presets({ label, children }: PresetsProps) {
  if (label === undefined) return <div className={css.presets}>{children}</div>;
  return (
    <fieldset className={css.presets}>
      <legend className="visually-hidden">{label}</legend>
      {children}
    </fieldset>
  );
}

interface PresetProps {
  /** Whether the field has this value; absent for one that adds to the field. */
  readonly isChosen?: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** Renders one ready value. */
export function Preset({ isChosen, disabled, onChoose, children }: PresetProps) {
  return (
    <button type="button" className={css.preset} aria-pressed={isChosen} disabled={disabled} onClick={onChoose}>
      {children}
    </button>
  );
}
