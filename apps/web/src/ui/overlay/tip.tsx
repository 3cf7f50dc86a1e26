import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

/** Shows the name of an icon-only target on mouse hover; touch and screen readers use its label. */
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
