import { settingHere } from '../sync/app-store.ts';
import { Preset, Presets } from '../ui/choice/presets.tsx';

interface PercentPresetsProps {
  /** The percentage in the field; null when it is empty. */
  readonly percent: number | null;
  readonly onPercent: (percent: number) => void;
}

/** Shows the usual discounts as buttons; the one in the field below is marked. */
export function PercentPresets({ percent, onPercent }: PercentPresetsProps) {
  return (
    <Presets>
      {discountPresets().map((preset) => (
        <Preset key={preset} isChosen={percent === preset} onChoose={() => onPercent(preset)}>
          {preset}%
        </Preset>
      ))}
    </Presets>
  );
}

/** Returns the preset percentages: the outlet's, else the defaults. */
function discountPresets(): readonly number[] {
  const own = settingHere('DiscountPresets')
    .map(Number)
    .filter((each) => each > 0 && each <= 100);
  return own.length > 0 ? own : [5, 10, 15, 20];
}
