import css from './dialogs.module.css';

interface ReasonPresetsProps {
  readonly options: readonly string[];
  readonly reason: string;
  readonly onChoose: (reason: string) => void;
  /** Said to who does not see that they belong together. */
  readonly label?: string;
}

/** The usual reasons, a tap each; the one that stands in the field beneath is marked. */
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
