import { Preset, Presets } from '../../ui/choice/presets.tsx';

interface ReasonPresetsProps {
  readonly options: readonly string[];
  readonly reason: string;
  readonly onChoose: (reason: string) => void;
  /** Group label for screen readers. */
  readonly label?: string;
}

/** Shows preset reasons as buttons; the one in the field below is marked. */
export function ReasonPresets({ options, reason, onChoose, label }: ReasonPresetsProps) {
  return (
    <Presets label={label}>
      {options.map((option) => (
        <Preset key={option} isChosen={reason === option} onChoose={() => onChoose(option)}>
          {option}
        </Preset>
      ))}
    </Presets>
  );
}
