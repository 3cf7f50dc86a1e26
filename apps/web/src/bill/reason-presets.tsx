import css from './dialogs.module.css';

interface ReasonPresetsProps {
  readonly options: readonly string[];
  readonly reason: string;
  readonly onChoose: (reason: string) => void;
  /** Group label for screen readers. */
  readonly label?: string;
}

/** Shows preset reasons as buttons; the one in the field below is marked. */
export function ReasonPresets({ options, reason, onChoose, label }: ReasonPresetsProps) {
  const buttons = options.map((option) => (
    <button
      key={option}
      type="button"
      className={css.preset}
      aria-pressed={reason === option}
      onClick={() => onChoose(option)}
    >
      {option}
    </button>
  ));
  if (label === undefined) return <div className={css.presets}>{buttons}</div>;
  return (
    <fieldset className={css.presets}>
      <legend className="visually-hidden">{label}</legend>
      {buttons}
    </fieldset>
  );
}
