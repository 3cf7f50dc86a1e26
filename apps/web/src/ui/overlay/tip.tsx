import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

/** The name of a target that shows only a drawing, for the mouse; a finger and a reader have its label. */
export function Tip({
  label,
  disabled = false,
  children,
}: {
  label: string;
  disabled?: boolean;
  children: ReactElement;
}) {
  return (
    <Tooltip label={label} disabled={disabled} position="right" openDelay={350} offset={8} withinPortal>
      {children}
    </Tooltip>
  );
}
