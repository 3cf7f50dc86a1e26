import { Tooltip } from '@mantine/core';
import { KitProvider } from './kit-provider.tsx';

/** Renders the text beside the target of a tip. */
export function TipText({ label, target }: { readonly label: string; readonly target: HTMLElement }) {
  return (
    <KitProvider>
      <Tooltip label={label} target={target} opened position="right" offset={8} withinPortal />
    </KitProvider>
  );
}
